import { distance } from 'fastest-levenshtein';

const maxDistance = 3;

/** ` Did you mean …?` with the name that differs least from the given one; empty if all differ much. */
export function suggestion(given: string, names: readonly string[]): string {
  const [nearest] = names
    .map((name) => ({ name, away: distance(given, name) }))
    .filter(({ away }) => away <= maxDistance)
    .toSorted((a, b) => a.away - b.away);
  return nearest ? ` Did you mean ${nearest.name}?` : '';
}
