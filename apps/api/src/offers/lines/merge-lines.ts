import type { Offer } from '@pv-planning/contract';
import { invalidRequest } from '@pv-planning/server-kit';
import { conflict } from '../../contract/api-errors.ts';
import { maximumOf } from '../../contract/contract-document.ts';
import type { StoredLine } from '../model/line.ts';
import { groupNames, type LineGroup, lineGroups, maxLines, maxLinesOf } from '../model/line-groups.ts';
import type { PlacedInput } from '../model/requested-lines.ts';
import { autoAddedLine, followingRules } from './auto-added-line.ts';
import { type LineProblems, lineProblems } from './line-problems.ts';
import type { LineSources, SourceProduct } from './line-sources.ts';
import { labelled, makeLine } from './new-line.ts';

/** What a request does to the lines of an offer. */
export interface LinePlan {
  offer: Pick<Offer, 'createdAt'>;
  /** The lines of the offer so far. */
  before: readonly StoredLine[];
  inputs: readonly PlacedInput[];
  /** The groups that the inputs replace in full; to all others they are added. */
  replaced: readonly LineGroup[];
  sources: LineSources;
  /** Products that join by themselves. */
  autoAdded?: readonly SourceProduct[];
  /** The time of the change. */
  changedAt: string;
  /** JSON Pointer of the offer in the body. */
  at?: string;
}

/** The inputs of the lines that a request makes, by `ref`. */
type Sent = ReadonlyMap<string, PlacedInput>;

const lastPosition = maximumOf('LinePosition');

/** Hands out default positions: one more than the last in the group. */
function positionMaker(lines: readonly StoredLine[]) {
  const last = new Map<LineGroup, number>();
  const take = ({ lineGroup, position }: Pick<StoredLine, 'lineGroup' | 'position'>) =>
    last.set(lineGroup, Math.max(last.get(lineGroup) ?? 0, position));
  for (const line of lines) take(line);
  return {
    take,
    next: (group: LineGroup) => Math.min((last.get(group) ?? 0) + 1, lastPosition),
  };
}

/** Hands out default refs that no line has. */
function refMaker(taken: Iterable<string>) {
  const refs = new Set(taken);
  const numbers = new Map<string, number>();
  return (group: LineGroup): string => {
    const { refPrefix } = lineGroups[group];
    let number = numbers.get(refPrefix) ?? 0;
    do number += 1;
    while (refs.has(`${refPrefix}-${number}`));
    numbers.set(refPrefix, number);
    return `${refPrefix}-${number}`;
  };
}

/** Refs are unique in the offer, whatever the group. @throws 400 `invalid_request` */
function requireUniqueRefs(
  inputs: readonly PlacedInput[],
  kept: readonly StoredLine[],
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

/** At most one battery is active: the one that the request says, else the first of an offer that had none. */
function settleActive(
  lines: readonly StoredLine[],
  { before, inputs }: LinePlan,
  sent: Sent,
  problems: LineProblems,
): StoredLine[] {
  const batteries = inputs.filter(({ group }) => group === 'batteries');
  if (batteries.length === 0) return [...lines];
  const asked = batteries.filter(({ input }) => input.active === true);
  for (const { path } of asked.slice(1))
    problems.invalid(`${path}/active`, 'duplicate', 'must not be true for a second battery');
  const isFirst = !before.some(({ lineGroup }) => lineGroup === 'batteries');
  const [byDefault] = isFirst ? batteries.filter(({ input }) => input.active === undefined) : [];
  const chosen = asked[0] ?? byDefault;
  if (!chosen) return [...lines];
  return lines.map((line) =>
    line.lineGroup === 'batteries' ? { ...line, active: sent.get(line.ref) === chosen } : line,
  );
}

const byPlace = (one: StoredLine, other: StoredLine) => one.position - other.position;

/** Gives new strings their labels, and checks that their trackers exist. */
function settleStrings(lines: readonly StoredLine[], sent: Sent, problems: LineProblems): StoredLine[] {
  const inverters = lines.filter(({ lineGroup }) => lineGroup === 'inverters').toSorted(byPlace);
  const numberOf = new Map(inverters.map((line, index) => [line, index + 1]));
  return lines.map((line) => {
    const placed = sent.get(line.ref);
    if (!placed?.input.strings) return line;
    const { mppTrackers } = line.product as { mppTrackers: unknown[] };
    for (const [index, { mppTracker }] of placed.input.strings.entries()) {
      if (mppTracker <= mppTrackers.length) continue;
      const path = `${placed.path}/strings/${index}/mppTracker`;
      problems.invalid(path, 'maximum', `must be <= ${mppTrackers.length}, the trackers of the inverter`);
    }
    return { ...line, strings: labelled(placed.input.strings, numberOf.get(line) ?? 1) };
  });
}

/** Checks that strings and lines refer to lines that the offer still has. */
function checkReferences(
  lines: readonly StoredLine[],
  { replaced }: LinePlan,
  sent: Sent,
  problems: LineProblems,
): void {
  const groupOf = new Map(lines.map(({ ref, lineGroup }) => [ref, lineGroup]));
  const isOf = (ref: string, groups: readonly LineGroup[]) =>
    groups.some((group) => groupOf.get(ref) === group);
  for (const line of lines) {
    const { path, input } = sent.get(line.ref) ?? {};
    for (const [index, { moduleRef }] of (line.strings ?? []).entries()) {
      if (moduleRef === null || isOf(moduleRef, ['modules'])) continue;
      const place = input?.strings ? `${path}/strings/${index}/moduleRef` : '/modules';
      problems.dangling(place, line.ref, moduleRef, groupOf.has(moduleRef));
    }
    const { target } = lineGroups[line.lineGroup];
    if (!target || line.targetRef === null || isOf(line.targetRef, target.groups)) continue;
    const changed = target.groups.find((group) => replaced.includes(group));
    const place = path === undefined ? `/${changed}` : `${path}/${target.field}`;
    problems.dangling(place, line.ref, line.targetRef, groupOf.has(line.targetRef));
  }
}

/** A request with too many lines is invalid; adding one line too many conflicts with those that are there. */
function checkLimits(lines: readonly StoredLine[], { replaced, at = '' }: LinePlan): void {
  const counts = Map.groupBy(lines, ({ lineGroup }) => lineGroup);
  const full = groupNames.find((group) => (counts.get(group)?.length ?? 0) > maxLinesOf[group]);
  const [maximum, noun] = full ? [maxLinesOf[full], lineGroups[full].noun] : [maxLines, 'lines'];
  if (!full && lines.length <= maxLines) return;
  if (replaced.length === 0)
    throw conflict('too_many_lines', { values: { maximum: String(maximum), kind: noun } });
  throw invalidRequest({
    in: 'body',
    path: full ? `${at}/${full}` : at,
    code: 'maxItems',
    message: `must have at most ${maximum} ${noun}, those added automatically included`,
  });
}

/** Only what was not on the offer before can be refused for being archived. @throws 409 `material_archived`, `service_archived` */
function requireNotArchived({ before, inputs, sources }: LinePlan): void {
  const materialIds = new Set(before.map(({ materialId }) => materialId));
  const serviceIds = new Set(before.map(({ serviceId }) => serviceId));
  for (const { path, input } of inputs) {
    const { materialId = '', serviceId = '' } = input;
    if (!materialIds.has(materialId) && sources.products.get(materialId)?.archived)
      throw conflict('material_archived', { values: { path: `${path}/materialId` } });
    if (!serviceIds.has(serviceId) && sources.services.get(serviceId)?.archived)
      throw conflict('service_archived', { values: { path: `${path}/serviceId` } });
  }
}

/**
 * Returns all lines that an offer has after a request, with everything that follows from them. New lines have no id yet.
 *
 * @throws 400 `invalid_request`, `dangling_ref`, `price_required`, `amount_too_large`
 * @throws 409 `material_archived`, `service_archived`, `too_many_lines`
 */
export function plannedLines(plan: LinePlan): StoredLine[] {
  const { before, inputs, replaced, sources, autoAdded = [], changedAt } = plan;
  const problems = lineProblems();
  const kept = before.filter(({ lineGroup }) => !replaced.includes(lineGroup));
  // What named a removed line must not come to name a new one.
  const newRef = refMaker([...requireUniqueRefs(inputs, kept, problems), ...before.map(({ ref }) => ref)]);
  const sent = new Map<string, PlacedInput>();
  const positions = positionMaker(kept);
  const replacedLines = new Map(
    before.filter(({ lineGroup }) => replaced.includes(lineGroup)).map((line) => [line.ref, line]),
  );
  let lines = [...kept];
  const add = (line: StoredLine) => {
    lines.push(line);
    positions.take(line);
  };
  const automatic = () => {
    const named = new Set(inputs.map(({ input }) => input.materialId));
    for (const product of autoAdded.filter(({ id }) => !named.has(id))) {
      const position = positions.next('miscMaterials');
      add(autoAddedLine(product, { ref: newRef('miscMaterials'), position, changedAt }));
    }
    lines = followingRules(lines, problems);
  };
  for (const group of groupNames) {
    for (const placed of inputs.filter((input) => input.group === group)) {
      const { materialId, position } = placed.input;
      const ref = placed.input.ref ?? newRef(group);
      sent.set(ref, placed);
      const named = replacedLines.get(ref);
      const existing = named?.lineGroup === group && named.materialId === materialId ? named : undefined;
      add(
        makeLine(placed, {
          offer: plan.offer,
          lines,
          existing,
          sources,
          ref,
          position: position ?? positions.next(group),
          changedAt,
          problems,
        }),
      );
    }
    if (group === 'batteries') lines = settleActive(lines, plan, sent, problems);
    if (group === 'inverters') lines = settleStrings(lines, sent, problems);
    if (group === 'miscMaterials') automatic();
  }
  checkReferences(lines, plan, sent, problems);
  problems.throwFirst();
  checkLimits(lines, plan);
  requireNotArchived(plan);
  return lines;
}
