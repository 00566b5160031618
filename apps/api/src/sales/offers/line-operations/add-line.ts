import type { Context } from '../../../kernel/handler-context.ts';
import { loadLineSources } from '../lines/line-sources.ts';
import { mergeLines } from '../lines/merge-lines.ts';
import type { LineGroup } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { priceSiteOf } from '../pricing/price-site.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { requireState } from '../records/offer-records.ts';
import {
  type LineCollection,
  lockForLine,
  type ShownLineOfOffer,
  shownLineOf,
  writeOfferLines,
} from './locked-lines.ts';

/** Adds a line to a draft. */
export async function addLine<Group extends LineGroup>(
  { db }: Pick<Context, 'db'>,
  { offerId, group }: LineCollection<Group>,
  input: LineInput,
  requireMatch: (version: OfferHeader) => void,
): Promise<ShownLineOfOffer<Group>> {
  const locked = await lockForLine(db, offerId, input);
  const { header, lines: before, changedAt } = locked;
  const inputs = [{ group, path: '', input }];
  const siteId = input.materialId === undefined ? null : await priceSiteOf(db, header);
  const sources = await loadLineSources(db, inputs, { projectId: header.projectId, siteId });
  requireMatch(header);
  requireState(header, 'changeLines');
  const after = mergeLines({ before, inputs, replaced: [], sources, changedAt });
  const known = new Set(before.map(({ id }) => id));
  const written = await writeOfferLines(db, locked, after);
  const added = written.lines.find(({ id }) => !known.has(id));
  if (!added) throw new Error('The line was not added.');
  return shownLineOf(group, written.header, added);
}
