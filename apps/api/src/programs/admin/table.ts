/** Formats items as a table with column headings. Null is shown as a dash. */
export function table<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string | null>>,
): string {
  const cells = items.map((item) => Object.values(columns).map((cell) => cell(item) ?? '–'));
  const lines = [Object.keys(columns), ...cells];
  const widths = Object.keys(columns).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
