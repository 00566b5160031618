import type { Session } from './session.ts';

/** What a command answers. */
export interface Answer {
  /** The whole answer with --json. */
  json: unknown;
  /** The answer for people, without a newline at the end. */
  text: string;
}

/** Runs a command on the database and prints its answer. */
export type Run = (work: (session: Session) => Promise<Answer>) => Promise<void>;

/** A row of texts for each item under the headings; null is shown as a dash. */
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
