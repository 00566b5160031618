import { limits } from './limits.ts';
import type { Line, Problem } from './problem.ts';
import type { SlotKind } from './slots.ts';
import { slotHolds } from './string-options.ts';

/** What a slot can hold: parallel strings of equal length, of one module line or of several that may share a tracker. */
export interface Content {
  length: number;
  /** In the order of the module lines. */
  groups: readonly StringGroup[];
  strings: number;
  /** In µW. */
  power: number;
  /** Sum of the strings' distances, in mV. */
  distance: number;
  /** More strings than this the slot does not hold, also of several lines: no line allows them. */
  maxStrings: number;
}

export interface StringGroup {
  line: Line;
  /** Parallel strings of this line. */
  count: number;
  /** Modules in all of them. */
  modules: number;
}

/** What slots of a kind can hold. */
export interface Contents {
  list: readonly Content[];
  /** The list was not cut. */
  complete: boolean;
  maxStrings: number;
  /** In µW. */
  maxPower: number;
}

export function possibleContents(problem: Problem, kind: SlotKind): Contents {
  const list: Content[] = [];
  let complete = true;
  for (const content of allContents(problem, kind)) {
    complete = list.length < limits.contents;
    if (!complete) break;
    list.push(content);
  }
  return {
    list,
    complete,
    maxStrings: list.reduce((most, { strings }) => Math.max(most, strings), 0),
    maxPower: list.reduce((most, { power }) => Math.max(most, power), 0),
  };
}

/** Those of one module line first, so that these are in a list that is cut. */
function* allContents(problem: Problem, kind: SlotKind): Generator<Content> {
  const ofOneLine = problem.lines.flatMap((line) => contentsOfLine(line, kind));
  yield* ofOneLine;
  if (kind.optimizers) return;
  for (const ofLength of Map.groupBy(ofOneLine, ({ length }) => length).values()) {
    for (const content of ofLength) yield* sharedContents(problem, kind, content, ofLength);
  }
}

function contentsOfLine(line: Line, kind: SlotKind): Content[] {
  return (line.options[kind.index] ?? []).flatMap(({ length, maxCount, maxCountOfAny, distance }) =>
    Array.from({ length: maxCount }, (_, index) => {
      const count = index + 1;
      const modules = count * length;
      const groups = [{ line, count, modules }];
      return {
        length,
        groups,
        strings: count,
        power: modules * line.type.power,
        distance: count * distance,
        maxStrings: maxCountOfAny,
      };
    }),
  );
}

/** A content with strings of later lines added, as long as the rules hold. */
function* sharedContents(
  problem: Problem,
  kind: SlotKind,
  begun: Content,
  ofLength: readonly Content[],
): Generator<Content> {
  for (const added of ofLength) {
    if (!mayFollow(begun, added)) continue;
    const content: Content = {
      length: begun.length,
      groups: [...begun.groups, ...added.groups],
      strings: begun.strings + added.strings,
      power: begun.power + added.power,
      distance: begun.distance + added.distance,
      maxStrings: Math.max(begun.maxStrings, added.maxStrings),
    };
    const strings = content.groups.map(({ line, count }) => ({ module: line.module, count }));
    if (!slotHolds(kind, content.length, strings, problem.temperatures)) continue;
    yield content;
    yield* sharedContents(problem, kind, content, ofLength);
  }
}

function mayFollow(begun: Content, added: Content): boolean {
  if (begun.strings + added.strings > Math.max(begun.maxStrings, added.maxStrings)) return false;
  return begun.groups.every(({ line }) =>
    added.groups.every((group) => group.line.index > line.index && line.partners.has(group.line.index)),
  );
}
