import type { DrawnModule, Point } from './roof-drawing.ts';
import type { Rectangle } from './roof-layout.ts';

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

/** The point at which a wire leaves or enters the drawn part of a roof. */
export interface Cut<String extends FieldString> extends Point {
  side: 'left' | 'right' | 'above' | 'below';
  /** The module beyond. */
  module: WiredModule<String>;
}

/** The path of a string through a part of a roof, from plus to minus. */
export interface Wire<String extends FieldString> {
  string: String;
  points: Point[];
  modules: WiredModule<String>[];
  /** Null at the positive end of the string. */
  from: Cut<String> | null;
  /** Null at the negative end of the string. */
  to: Cut<String> | null;
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

/** The points between the first module and the last. */
function wireBetween(modules: readonly DrawnModule[]): Point[] {
  const points = modules.flatMap((module, index) => {
    const next = modules[index + 1];
    if (!next || next.row === module.row) return [center(module)];
    const turn = side(module, 'end', turnSide);
    return [center(module), turn, { x: turn.x, y: wireY(next) }];
  });
  return points.slice(1, -1);
}

/** Assigns the modules of a roof to strings. `stringsOf` returns the strings of a field, in the order in which they take modules. */
export function wireModules<String extends FieldString>(
  modules: readonly DrawnModule[],
  stringsOf: (line: number) => readonly String[],
): WiredModule<String>[] {
  const byLine = Map.groupBy(modules, ({ line }) => line);
  return [...byLine].flatMap(([line, ofLine]) => {
    const taken = stringsOf(line).flatMap((string) =>
      Array.from({ length: string.moduleCount }, (_, index) => ({ string, number: index + 1 })),
    );
    return ofLine
      .toSorted((one, other) => one.index - other.index)
      .map((module, index) => ({ ...module, ...(taken[index] ?? { string: null, number: null }) }));
  });
}

/** Where the wire between two modules crosses the edge of a part, and its points between there and the module inside. */
function cutBetween<String extends FieldString>(
  part: Rectangle,
  inside: WiredModule<String>,
  beyond: WiredModule<String>,
): { cut: Cut<String>; points: Point[] } {
  const isLeaving = (inside.number ?? 0) < (beyond.number ?? 0);
  const turn = side(isLeaving ? inside : beyond, 'end', turnSide);
  const [y, beyondY] = [wireY(inside), wireY(beyond)];
  const [right, bottom] = [part.x + part.width, part.y + part.height];
  const isInRow = inside.row === beyond.row;
  if (!isInRow && turn.x >= part.x && turn.x <= right) {
    if (beyondY < part.y || beyondY > bottom) {
      const isAbove = beyondY < part.y;
      const cut = { x: turn.x, y: isAbove ? part.y : bottom };
      return {
        cut: { ...cut, side: isAbove ? 'above' : 'below', module: beyond },
        points: [{ x: turn.x, y }, cut],
      };
    }
    // The next row begins in a part beside this one.
    const cut = { x: beyond.x < part.x ? part.x : right, y: beyondY };
    return {
      cut: { ...cut, side: beyond.x < part.x ? 'left' : 'right', module: beyond },
      points: [{ x: turn.x, y }, { x: turn.x, y: beyondY }, cut],
    };
  }
  const isLeft = isInRow ? beyond.x < inside.x : turn.x < part.x;
  const cut = { x: isLeft ? part.x : right, y };
  return { cut: { ...cut, side: isLeft ? 'left' : 'right', module: beyond }, points: [cut] };
}

/** Lays the wires of strings through a part of a roof. Wires that leave it come in again as others. */
export function layWires<String extends FieldString>(
  modules: readonly WiredModule<String>[],
  part: Rectangle,
  isInside: (module: WiredModule<String>) => boolean,
): Wire<String>[] {
  const byString = Map.groupBy(modules, ({ string }) => string);
  return [...byString].flatMap(([string, ofString]) => {
    if (!string) return [];
    const starts = ofString.flatMap((module, index) => {
      const before = ofString[index - 1];
      return isInside(module) && !(before && isInside(before)) ? [index] : [];
    });
    return starts.map((start) => {
      const rest = ofString.slice(start);
      const end = rest.findIndex((module) => !isInside(module));
      const run = end < 0 ? rest : rest.slice(0, end);
      const [first, last] = [run[0], run.at(-1)] as [WiredModule<String>, WiredModule<String>];
      const [before, after] = [ofString[start - 1], ofString[start + run.length]];
      const entry = before && cutBetween(part, first, before);
      const exit = after && cutBetween(part, last, after);
      return {
        string,
        modules: run,
        points: [
          ...(entry?.points.toReversed() ?? [side(first, 'begin', endSide)]),
          ...wireBetween(run),
          ...(exit?.points ?? [side(last, 'end', endSide)]),
        ],
        from: entry?.cut ?? null,
        to: exit?.cut ?? null,
      };
    });
  });
}
