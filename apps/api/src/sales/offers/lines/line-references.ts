import type { Line } from '../model/line.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { RequestedByRef, RequestedLine } from '../model/requested-lines.ts';
import { isCounting } from '../pricing/automatic-quantities.ts';
import type { LineProblems } from './line-problems.ts';

/** Requires that refs are unique in the offer, across all groups. Returns them. @throws 400 `invalid_request` */
export function requireUniqueRefs(
  inputs: readonly RequestedLine[],
  kept: readonly Line[],
  problems: LineProblems,
): Set<string> {
  const refs = new Set(kept.map(({ ref }) => ref));
  for (const { path, input } of inputs) {
    if (input.ref === undefined) continue;
    if (refs.has(input.ref))
      problems.invalid(`${path}/ref`, 'duplicate', 'must not be the ref of another line');
    refs.add(input.ref);
  }
  problems.throwFirst();
  return refs;
}

/**
 * Reports strings and lines that refer to a missing line or to a line of the wrong group.
 *
 * @param replaced the groups that the request replaces
 */
export function checkReferences(
  lines: readonly Line[],
  replaced: readonly LineGroup[],
  requested: RequestedByRef,
  problems: LineProblems,
): void {
  const groupOf = new Map(lines.map(({ ref, lineGroup }) => [ref, lineGroup]));
  const isIn = (ref: string, groups: readonly LineGroup[]) =>
    groups.some((group) => groupOf.get(ref) === group);
  for (const line of lines) {
    const { path, input } = requested.get(line.ref) ?? {};
    for (const [index, { moduleRef }] of (line.strings ?? []).entries()) {
      if (moduleRef === null || isIn(moduleRef, ['modules'])) continue;
      const pointer = input?.strings ? `${path}/strings/${index}/moduleRef` : '/modules';
      problems.dangling(pointer, line.ref, moduleRef, groupOf.has(moduleRef));
    }
    const { target } = lineGroups[line.lineGroup];
    if (!target || line.targetRef === null || isIn(line.targetRef, target.groups)) continue;
    const changed = target.groups.find((group) => replaced.includes(group));
    const pointer = path === undefined ? `/${changed}` : `${path}/${target.field}`;
    problems.dangling(pointer, line.ref, line.targetRef, groupOf.has(line.targetRef));
  }
}

/** Returns the number of wired modules of each line of modules, by its ref. */
function wiredByRef(lines: readonly Line[]): ReadonlyMap<string | null, number> {
  const wired = new Map<string | null, number>();
  for (const { moduleRef, moduleCount } of lines.flatMap(({ strings }) => strings ?? []))
    wired.set(moduleRef, (wired.get(moduleRef) ?? 0) + moduleCount);
  return wired;
}

/** A line of modules and how many of them the strings contain. */
interface WiredLine {
  line: Line;
  wired: number;
}

export function wiredLines(lines: readonly Line[]): WiredLine[] {
  const wired = wiredByRef(lines);
  return lines
    .filter(({ lineGroup }) => lineGroup === 'modules')
    .map((line) => ({ line, wired: wired.get(line.ref) ?? 0 }));
}

/** Returns a line whose target is removed. A quantity that counted the target stays as it is. */
function withoutTarget(line: Line): Line {
  const isFrozen = line.quantityIsAutomatic && line.lineGroup === 'equipment' && isCounting(line.product);
  return {
    ...line,
    targetRef: null,
    ...(isFrozen && { quantityIsAutomatic: false, quantityFrozen: true }),
  };
}

/** Returns a line without its reference to a removed line, and without its strings of removed modules. */
export function withoutReferencesTo(line: Line, removed: string): Line {
  if (line.targetRef === removed) return withoutTarget(line);
  const strings = line.strings?.filter(({ moduleRef }) => moduleRef !== removed);
  return strings && strings.length < (line.strings?.length ?? 0) ? { ...line, strings } : line;
}
