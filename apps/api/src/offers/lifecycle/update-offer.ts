import { type Offer, type OfferUpdate, states } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../../handler-context.ts';
import { recordId } from '../../identifiers/record-id.ts';
import { changedFields } from '../../records/changed-fields.ts';
import { requireReferences } from '../../references/references.ts';
import { loadLineSources } from '../lines/line-sources.ts';
import { plannedLines } from '../lines/merge-lines.ts';
import { storeLines } from '../lines/write-lines.ts';
import type { StoredLine } from '../model/line.ts';
import { groupNames } from '../model/line-groups.ts';
import { givenGroups, placedInputs } from '../model/requested-lines.ts';
import { priceSiteOf } from '../pricing/price-site.ts';
import {
  changeHeader,
  lockOffer,
  offerReferences,
  requireState,
  requireSums,
  storedOffer,
} from '../records/offer-records.ts';
import { shownOffer } from '../records/show-offer.ts';

/** Fields that can change after publication. */
const afterPublication: readonly (keyof OfferUpdate)[] = states.offer.fields.update;

function isPlanning(body: OfferUpdate): boolean {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  return fields.some(([field]) => !afterPublication.some((allowed) => allowed === field));
}

/** Locks the project of an offer against changes of its roofs. Projects are locked before offers. */
export async function shareProject(db: CompanyQueries, offerId: string): Promise<void> {
  await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('offer').select('projectId').where('id', '=', recordId(offerId)).$asScalar(),
    )
    .forShare()
    .execute();
}

/**
 * Changes an offer, and raises `offer.updated` if a value changed.
 *
 * @param requireMatch compares the version that the caller knows
 */
export async function updateOffer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  id: string,
  body: OfferUpdate,
  requireMatch: (offer: Offer) => void,
): Promise<Offer> {
  if (body.modules || body.subconstructions) await shareProject(db, id);
  const locked = await lockOffer(db, id);
  const { header } = locked;
  const offer = shownOffer(header, locked.lines);
  await requireReferences(db, offerReferences(body));
  const groups = givenGroups(body);
  const inputs = placedInputs(body);
  const { projectId } = header;
  const siteId = body.siteId === undefined ? header.siteId : body.siteId;
  const sources = await loadLineSources(db, inputs, {
    projectId,
    siteId: inputs.length > 0 ? await priceSiteOf(db, { siteId, projectId }) : null,
  });
  requireMatch(offer);
  requireState(header, isPlanning(body) ? 'plan' : 'update');
  const fields = Object.fromEntries(
    Object.entries(storedOffer(body)).filter(([field]) => !groupNames.some((group) => group === field)),
  );
  const changes = changedFields(header, fields);
  const planned = groups.length > 0 ? replan() : locked.lines;
  const lines = await storeLines(db, locked, planned);
  if (!changes && !lines) return offer;
  const settings = { vatMode: body.vatMode ?? header.vatMode, createdAt: header.createdAt };
  const sums =
    lines || settings.vatMode !== header.vatMode ? requireSums(lines ?? locked.lines, settings) : undefined;
  const changed = shownOffer(await changeHeader(db, locked, changes ?? {}, sums), lines ?? locked.lines);
  await raise('offer.updated', changed, changed.updatedAt);
  return changed;

  function replan(): StoredLine[] {
    const { lines: before, changedAt } = locked;
    return plannedLines({ offer: header, before, inputs, replaced: groups, sources, changedAt });
  }
}
