type Part = 'short1' | 'short2' | 'long' | 'dimension';

/** The texts that make up the description, in order, by text code. */
const partsOfCode = new Map<string, readonly Part[]>([
  ['00', ['short1', 'short2']],
  ['01', ['short1']],
  ['10', ['long', 'short2']],
  ['20', ['short1', 'dimension']],
  ['30', ['long', 'dimension']],
  ['40', ['short1', 'short2', 'long']],
  ['41', ['short1', 'long']],
  ['50', ['short1', 'short2', 'dimension']],
  ['51', ['short1', 'dimension']],
  ['60', ['short1', 'short2', 'long', 'dimension']],
  ['61', ['short1', 'long', 'dimension']],
]);

/** DATANORM 5 has no text codes. */
const everything: readonly Part[] = ['short1', 'short2', 'long', 'dimension'];
const shortOnly: readonly Part[] = ['short1', 'short2'];

/** The description; undefined if it would repeat the short texts, which are the name. */
export function descriptionOf(
  texts: Readonly<Record<Part, string>>,
  code: string | null,
): string | undefined {
  const parts = code === null ? everything : (partsOfCode.get(code) ?? shortOnly);
  const beyondName = parts.some((part) => (part === 'long' || part === 'dimension') && texts[part] !== '');
  if (!beyondName) return undefined;
  return parts
    .map((part) => texts[part])
    .filter((text) => text !== '')
    .join('\n');
}
