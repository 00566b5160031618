/** The key of a group; null for records without it. */
export type Key = string | null;

interface NamedGroup {
  key: Key;
  name: string | null;
}

const german = new Intl.Collator('de');

/** Compares by name, then by key. The group without a key comes last. */
export function byNameAndKey(one: NamedGroup, other: NamedGroup): number {
  if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
  const byName = german.compare(one.name ?? '', other.name ?? '');
  return byName || (one.key < other.key ? -1 : 1);
}
