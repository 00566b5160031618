import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import type { Context } from '../../handler-context.ts';
import { followingRules } from '../lines/auto-added-line.ts';
import { type LineProblems, lineProblems } from '../lines/line-problems.ts';
import { loadLineSources } from '../lines/line-sources.ts';
import { plannedLines } from '../lines/merge-lines.ts';
import { calculated } from '../lines/new-line.ts';
import { storeLines } from '../lines/write-lines.ts';
import { loadBriefLines, type StoredLine } from '../model/line.ts';
import { type LineGroup, lineGroups } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { priceSiteOf } from '../pricing/price-site.ts';
import {
  changeHeader,
  type LockedOffer,
  lockHeader,
  requireState,
  requireSums,
} from '../records/offer-records.ts';
import { shownLines } from '../records/show-offer.ts';

/** The group of an operation on single lines, and the offer in its path. */
interface Place {
  offerId: string;
  group: LineGroup;
}

type Shown = Record<string, unknown>;

/** Locks an offer with what its sums are calculated from. @throws 404 `not_found` */
async function lockBriefly(db: CompanyQueries, offerId: string): Promise<LockedOffer> {
  const { record: header, changedAt } = await lockHeader(db, offerId);
  return { header, lines: await loadBriefLines(db, header.id), changedAt };
}

/** @throws 404 `not_found` */
function lineOf({ lines }: LockedOffer, { group }: Place, lineId: string): StoredLine {
  const line = lines.find(({ id, lineGroup }) => id === lineId && lineGroup === group);
  if (!line) throw notFound();
  return line;
}

/** Writes the lines of an offer and recalculates it. Returns them with their ids. */
async function store(
  db: CompanyQueries,
  locked: LockedOffer,
  after: readonly StoredLine[],
): Promise<StoredLine[]> {
  const lines = await storeLines(db, locked, after);
  if (!lines) return locked.lines;
  await changeHeader(db, locked, {}, requireSums(lines, locked.header));
  return lines;
}

/** Adds a line to a draft. */
export async function addLine({ db }: Pick<Context, 'db'>, place: Place, input: LineInput): Promise<Shown> {
  const locked = await lockBriefly(db, place.offerId);
  const { header, lines: before, changedAt } = locked;
  const inputs = [{ group: place.group, path: '', input }];
  const siteId = input.materialId === undefined ? null : await priceSiteOf(db, header);
  const sources = await loadLineSources(db, inputs, { projectId: header.projectId, siteId });
  requireState(header, 'changeLines');
  const planned = plannedLines({ offer: header, before, inputs, replaced: [], sources, changedAt });
  const known = new Set(before.map(({ id }) => id));
  const added = (await store(db, locked, planned)).find(({ id }) => !known.has(id));
  if (!added) throw new Error('The line was not added.');
  return shownLines(header)(added);
}

/** Applies a change to a line, without what follows from it. */
function changedLine(line: StoredLine, input: LineInput): StoredLine {
  const { target } = lineGroups[line.lineGroup];
  const { inverterRef: _inverter, forRef: _for, ...fields } = input;
  const targetRef = target && input[target.field];
  return {
    ...line,
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as object),
    ...(targetRef !== undefined && { targetRef }),
    ...(input.quantity !== undefined && line.followsRule && { followsRule: false }),
    ...(input.price !== undefined && line.priceMissing && { priceMissing: false }),
  };
}

function requireTarget(
  { ref: line, lineGroup, targetRef }: StoredLine,
  lines: readonly StoredLine[],
  problems: LineProblems,
) {
  const { target } = lineGroups[lineGroup];
  if (!target || targetRef === null) return;
  const named = lines.find(({ ref }) => ref === targetRef);
  if (named && target.groups.includes(named.lineGroup)) return;
  problems.dangling(`/${target.field}`, line, targetRef, named !== undefined);
}

/** The technical data of the product, which a brief line lacks. */
async function withProduct(db: CompanyQueries, line: StoredLine): Promise<StoredLine> {
  if (line.product !== null || !lineGroups[line.lineGroup].showsProduct) return line;
  const [row] = await db.selectFrom('offerLine').select('product').where('id', '=', line.id).execute();
  return { ...line, product: row?.product ?? null };
}

/** Changes a line of a draft. */
export async function changeLine(
  { db }: Pick<Context, 'db'>,
  place: Place,
  lineId: string,
  input: LineInput,
): Promise<Shown> {
  const locked = await lockBriefly(db, place.offerId);
  const { header, lines: before } = locked;
  const line = lineOf(locked, place, lineId);
  requireState(header, 'changeLines');
  const problems = lineProblems();
  const changed = calculated(changedLine(line, input), '', problems);
  requireTarget(changed, before, problems);
  const others = (other: StoredLine) =>
    input.active === true && other.lineGroup === 'batteries' ? { ...other, active: false } : other;
  const planned = followingRules(
    before.map((other) => (other === line ? changed : others(other))),
    problems,
  );
  problems.throwFirst();
  const stored = (await store(db, locked, planned)).find(({ id }) => id === line.id) ?? line;
  return shownLines(header)(await withProduct(db, stored));
}

/** Removes a line from a draft. Lines that refer to it keep no reference. */
export async function removeLine({ db }: Pick<Context, 'db'>, place: Place, lineId: string): Promise<void> {
  const locked = await lockBriefly(db, place.offerId);
  const line = lineOf(locked, place, lineId);
  requireState(locked.header, 'changeLines');
  const problems = lineProblems();
  const remaining = locked.lines
    .filter((other) => other !== line)
    .map((other) => (other.targetRef === line.ref ? { ...other, targetRef: null } : other));
  const planned = followingRules(remaining, problems);
  problems.throwFirst();
  await store(db, locked, planned);
}
