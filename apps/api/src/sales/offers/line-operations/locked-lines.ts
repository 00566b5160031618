import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { readBriefLines, writeLines } from '../lines/line-records.ts';
import { shownLine } from '../lines/show-lines.ts';
import type { Line } from '../model/line.ts';
import type { LineGroup, ShownLine } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { requireSums } from '../pricing/offer-sums.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { changeHeader, type LockedOffer, lockHeader, shareProject } from '../records/offer-records.ts';

/** Identifies the lines of one group of an offer, as the path of an operation on single lines does. */
export interface LineCollection<Group extends LineGroup> {
  offerId: string;
  group: Group;
}

/** A line as represented in the contract, and its offer. */
export interface ShownLineOfOffer<Group extends LineGroup> {
  line: ShownLine<Group>;
  offer: OfferHeader;
}

export function shownLineOf<Group extends LineGroup>(
  group: Group,
  offer: OfferHeader,
  line: Line,
): ShownLineOfOffer<Group> {
  return { line: shownLine(group, offer)(line), offer };
}

/** Locks an offer, and reads only the product data that its sums depend on. @throws 404 `not_found` */
export async function lockBriefly(db: CompanyQueries, offerId: string): Promise<LockedOffer> {
  const { record: header, changedAt } = await lockHeader(db, offerId);
  return { header, lines: await readBriefLines(db, header.id), changedAt };
}

/** Locks an offer, and before it the project if the line names a roof. @throws 404 `not_found` */
export async function lockForLine(
  db: CompanyQueries,
  offerId: string,
  { roofId }: LineInput,
): Promise<LockedOffer> {
  if (roofId !== undefined) await shareProject(db, offerId);
  return lockBriefly(db, offerId);
}

/** @throws 404 `not_found` */
export function requireLine({ lines }: LockedOffer, group: LineGroup, lineId: string): Line {
  const line = lines.find(({ id, lineGroup }) => id === lineId && lineGroup === group);
  if (!line) throw notFound();
  return line;
}

/** Writes the lines of an offer and recalculates the offer. Returns the offer, and the lines with their ids. */
export async function writeOfferLines(
  db: CompanyQueries,
  locked: LockedOffer,
  after: readonly Line[],
): Promise<Pick<LockedOffer, 'header' | 'lines'>> {
  const lines = await writeLines(db, locked, after);
  if (!lines) return locked;
  return { lines, header: await changeHeader(db, locked, {}, requireSums(lines, locked.header)) };
}
