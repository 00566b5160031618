import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { readBriefLines } from '../lines/read-lines.ts';
import { writeLines } from '../lines/write-lines.ts';
import type { Line } from '../model/line.ts';
import type { LineGroup } from '../model/line-groups.ts';
import { requireSums } from '../pricing/offer-sums.ts';
import { changeHeader, type LockedOffer, lockHeader } from '../records/offer-records.ts';

/** Identifies the lines of one group of an offer, as the path of an operation on single lines does. */
export interface LineCollection<Group extends LineGroup> {
  offerId: string;
  group: Group;
}

/** Locks an offer, and reads only the product data that its sums depend on. @throws 404 `not_found` */
export async function lockBriefly(db: CompanyQueries, offerId: string): Promise<LockedOffer> {
  const { record: header, changedAt } = await lockHeader(db, offerId);
  return { header, lines: await readBriefLines(db, header.id), changedAt };
}

/** @throws 404 `not_found` */
export function requireLine({ lines }: LockedOffer, group: LineGroup, lineId: string): Line {
  const line = lines.find(({ id, lineGroup }) => id === lineId && lineGroup === group);
  if (!line) throw notFound();
  return line;
}

/** Writes the lines of an offer and recalculates the offer. Returns the lines with their ids. */
export async function writeOfferLines(
  db: CompanyQueries,
  locked: LockedOffer,
  after: readonly Line[],
): Promise<Line[]> {
  const lines = await writeLines(db, locked, after);
  if (!lines) return locked.lines;
  await changeHeader(db, locked, {}, requireSums(lines, locked.header));
  return lines;
}
