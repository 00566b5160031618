import type { DrawnModule } from './roof-drawing.ts';

/** A string that takes the next modules of a field in the order of wiring. */
export interface FieldString {
  label: string;
  moduleCount: number;
}

export type WiredModule<String extends FieldString> = DrawnModule & {
  /** Null without a string. */
  string: String | null;
  /** Number in its string, from 1. */
  number: number | null;
};

export interface Point {
  x: number;
  y: number;
}

/** The way of a string from its positive to its negative end. */
export interface Wire<String extends FieldString> {
  string: String;
  points: Point[];
}

/** Where wires run, in parts of a module's height from its upper edge: below its label. */
const wireHeight = 0.8;
/** Where wires change rows, in parts of a module's width from its nearer side. */
const turnSide = 0.1;
/** Where wires begin and end: far enough from the side for the signs of two strings beside each other. */
const endSide = 0.25;

const wireY = ({ y, height }: DrawnModule) => y + wireHeight * height;
const center = (module: DrawnModule): Point => ({ x: module.x + module.width / 2, y: wireY(module) });

/** A point near the side on which a row of the snake begins or ends. Even rows run to the right. */
function side(module: DrawnModule, end: 'begin' | 'end', distance: number): Point {
  const isRight = (module.row % 2 === 0) === (end === 'end');
  return { x: module.x + (isRight ? 1 - distance : distance) * module.width, y: wireY(module) };
}

function wireThrough(modules: readonly DrawnModule[]): Point[] {
  const [first] = modules;
  const last = modules.at(-1);
  if (!first || !last) return [];
  const between = modules.flatMap((module, index) => {
    const next = modules[index + 1];
    if (!next || next.row === module.row) return [center(module)];
    const turn = side(module, 'end', turnSide);
    return [center(module), turn, { x: turn.x, y: wireY(next) }];
  });
  const inside = between.slice(1, -1);
  return [side(first, 'begin', endSide), ...inside, side(last, 'end', endSide)];
}

/**
 * Assigns modules to strings, and lays wires through them.
 *
 * @param stringsOf the strings of a field by its index, in the order in which they take modules
 */
export function drawStrings<String extends FieldString>(
  modules: readonly DrawnModule[],
  stringsOf: (line: number) => readonly String[],
): { modules: WiredModule<String>[]; wires: Wire<String>[] } {
  const byLine = Map.groupBy(modules, ({ line }) => line);
  const wired = [...byLine].flatMap(([line, ofLine]) => {
    const taken = stringsOf(line).flatMap((string) =>
      Array.from({ length: string.moduleCount }, (_, index) => ({ string, number: index + 1 })),
    );
    return ofLine
      .toSorted((one, other) => one.index - other.index)
      .map((module, index) => ({ ...module, ...(taken[index] ?? { string: null, number: null }) }));
  });
  const byString = Map.groupBy(wired, ({ string }) => string);
  const wires = [...byString].flatMap(([string, ofString]) =>
    string ? [{ string, points: wireThrough(ofString) }] : [],
  );
  return { modules: wired, wires };
}
