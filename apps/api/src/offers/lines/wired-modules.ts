import type { Line } from '../model/line.ts';

/** Returns the number of wired modules of each line of modules, by its ref. */
function wiredByRef(lines: readonly Line[]): ReadonlyMap<string | null, number> {
  const wired = new Map<string | null, number>();
  for (const { moduleRef, moduleCount } of lines.flatMap(({ strings }) => strings ?? []))
    wired.set(moduleRef, (wired.get(moduleRef) ?? 0) + moduleCount);
  return wired;
}

/** A line of modules and how many of them the strings contain. */
export interface WiredLine {
  line: Line;
  wired: number;
}

export function wiredLines(lines: readonly Line[]): WiredLine[] {
  const wired = wiredByRef(lines);
  return lines
    .filter(({ lineGroup }) => lineGroup === 'modules')
    .map((line) => ({ line, wired: wired.get(line.ref) ?? 0 }));
}
