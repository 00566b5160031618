/** Number of letters to insert, remove or replace to get from one word to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const maxNames = 3;

/** Returns the names most similar to another one, the closest first. */
export function closeNames(name: string, names: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const last = wanted.split('.').at(-1) ?? wanted;
  return names
    .map((known) => {
      const other = known.toLowerCase();
      // Of paths, the last part may be right and the first one wrong.
      const isSameEnd = wanted.includes('.') && other.endsWith(`.${last}`);
      return { known, off: isSameEnd ? 0 : distance(wanted, other) / Math.max(wanted.length, 1) };
    })
    .filter(({ off }) => off <= 1 / 3)
    .sort((one, other) => one.off - other.off)
    .slice(0, maxNames)
    .map(({ known }) => known);
}
