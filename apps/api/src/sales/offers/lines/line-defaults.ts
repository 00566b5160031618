import type { OfferString, OfferStringInput } from '@pv-planning/contract';
import { maximumOf } from '../../../kernel/contract/contract-document.ts';
import type { Line } from '../model/line.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { RequestedByRef, RequestedLine } from '../model/requested-lines.ts';
import type { LineProblems } from './line-problems.ts';

const maxPosition = maximumOf('LinePosition');

/** Generates default positions: one more than the last in the group. */
export function positionGenerator(lines: readonly Line[]) {
  const last = new Map<LineGroup, number>();
  const add = ({ lineGroup, position }: Pick<Line, 'lineGroup' | 'position'>) =>
    last.set(lineGroup, Math.max(last.get(lineGroup) ?? 0, position));
  for (const line of lines) add(line);
  return {
    add,
    next: (group: LineGroup) => Math.min((last.get(group) ?? 0) + 1, maxPosition),
  };
}

/** Returns a generator of default refs, which consist of the prefix of the group and a number. */
export function refGenerator(used: Iterable<string>): (group: LineGroup) => string {
  const refs = new Set(used);
  const numbers = new Map<string, number>();
  return (group) => {
    const { refPrefix } = lineGroups[group];
    let number = numbers.get(refPrefix) ?? 0;
    do number += 1;
    while (refs.has(`${refPrefix}-${number}`));
    numbers.set(refPrefix, number);
    return `${refPrefix}-${number}`;
  };
}

/**
 * Activates at most one battery: the battery that the request activates, or the first new one if the offer has no others.
 */
export function withActiveBattery(
  lines: readonly Line[],
  inputs: readonly RequestedLine[],
  requested: RequestedByRef,
  problems: LineProblems,
): Line[] {
  const batteries = inputs.filter(({ group }) => group === 'batteries');
  if (batteries.length === 0) return [...lines];
  const activated = batteries.filter(({ input }) => input.active === true);
  for (const { path } of activated.slice(1))
    problems.invalid(`${path}/active`, 'duplicate', 'must not be true for a second battery');
  const isFirst = !lines.some(({ id, lineGroup }) => lineGroup === 'batteries' && id !== '');
  const [byDefault] = isFirst ? batteries.filter(({ input }) => input.active === undefined) : [];
  const active = activated[0] ?? byDefault;
  if (!active) return [...lines];
  return lines.map((line) =>
    line.lineGroup === 'batteries' ? { ...line, active: requested.get(line.ref) === active } : line,
  );
}

/** Sets the default labels of strings, which begin with the number of the inverter. */
function withLabels(strings: readonly OfferStringInput[], inverter: number): OfferString[] {
  const countAt = new Map<number, number>();
  return strings.map(({ label, mppTracker, ...string }) => {
    const number = (countAt.get(mppTracker) ?? 0) + 1;
    countAt.set(mppTracker, number);
    return { label: label ?? `${inverter}.${mppTracker}.${number}`, mppTracker, ...string };
  });
}

const byPosition = (one: Line, other: Line) => one.position - other.position;

/** Labels the strings of the request, and reports strings whose tracker does not exist. */
export function withStringLabels(
  lines: readonly Line[],
  requested: RequestedByRef,
  problems: LineProblems,
): Line[] {
  const inverters = lines.filter(({ lineGroup }) => lineGroup === 'inverters').toSorted(byPosition);
  const inverterNumbers = new Map(inverters.map((line, index) => [line, index + 1]));
  const labelled = lines.map((line) => {
    const { path, input } = requested.get(line.ref) ?? {};
    if (!input?.strings) return line;
    const { mppTrackers } = line.product as { mppTrackers: unknown[] };
    for (const [index, { mppTracker }] of input.strings.entries()) {
      if (mppTracker <= mppTrackers.length) continue;
      const pointer = `${path}/strings/${index}/mppTracker`;
      problems.invalid(pointer, 'maximum', `must be <= ${mppTrackers.length}, the trackers of the inverter`);
    }
    return { ...line, strings: withLabels(input.strings, inverterNumbers.get(line) ?? 1) };
  });
  reportRepeatedLabels(labelled, requested, problems);
  return labelled;
}

/** Only labels of the request are reported: stored strings keep theirs. */
function reportRepeatedLabels(
  lines: readonly Line[],
  requested: RequestedByRef,
  problems: LineProblems,
): void {
  const labels = lines.flatMap(({ strings }) => strings?.map(({ label }) => label) ?? []);
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const { ref } of lines) {
    const { path, input } = requested.get(ref) ?? {};
    for (const [index, { label }] of input?.strings?.entries() ?? []) {
      if (label === undefined || counts.get(label) === 1) continue;
      problems.invalid(`${path}/strings/${index}/label`, 'unique', 'must be unique in the offer');
    }
  }
}
