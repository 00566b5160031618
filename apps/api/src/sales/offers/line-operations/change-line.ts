import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../../../kernel/handler-context.ts';
import { loadLineSources } from '../lines/line-sources.ts';
import { mergeLines } from '../lines/merge-lines.ts';
import type { Line } from '../model/line.ts';
import { type LineGroup, showsProduct } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { requireState } from '../records/offer-records.ts';
import {
  type LineCollection,
  lockForLine,
  requireLine,
  type ShownLineOfOffer,
  shownLineOf,
  writeOfferLines,
} from './locked-lines.ts';

/** Adds the technical data of the product to a line that was read without it. */
async function withProduct(db: CompanyQueries, line: Line): Promise<Line> {
  if (line.product !== null || !showsProduct(line.lineGroup)) return line;
  const [row] = await db.selectFrom('offerLine').select('product').where('id', '=', line.id).execute();
  return { ...line, product: row?.product ?? null };
}

/** Changes a line of a draft. */
export async function changeLine<Group extends LineGroup>(
  { db }: Pick<Context, 'db'>,
  { offerId, group }: LineCollection<Group>,
  lineId: string,
  input: LineInput,
  requireMatch: (version: OfferHeader) => void,
): Promise<ShownLineOfOffer<Group>> {
  const locked = await lockForLine(db, offerId, input);
  const { header, lines: before, changedAt } = locked;
  const line = await withProduct(db, requireLine(locked, group, lineId));
  const inputs = [{ group, path: '', input }];
  const sources = await loadLineSources(db, inputs, { projectId: header.projectId, siteId: null });
  requireMatch(header);
  requireState(header, 'changeLines');
  const after = mergeLines({ before, inputs, replaced: [], changed: line, sources, changedAt });
  const written = await writeOfferLines(db, locked, after);
  const stored = written.lines.find(({ id }) => id === line.id);
  return shownLineOf(group, written.header, { ...line, ...stored, product: line.product });
}
