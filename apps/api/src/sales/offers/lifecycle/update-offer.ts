import { type OfferUpdate, states } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import type { Context } from '../../../kernel/handler-context.ts';
import { changedFields } from '../../../kernel/records/changed-fields.ts';
import { requireReferences } from '../../../kernel/references/references.ts';
import { writeLines } from '../lines/line-records.ts';
import { loadLineSources } from '../lines/line-sources.ts';
import { mergeLines } from '../lines/merge-lines.ts';
import { requestedGroups, requestedLines, withoutLines } from '../model/requested-lines.ts';
import { requireSums } from '../pricing/offer-sums.ts';
import { priceSiteOf } from '../pricing/price-site.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import {
  changeHeader,
  lockOffer,
  offerReferences,
  requireState,
  shareProject,
  storedOffer,
} from '../records/offer-records.ts';
import type { StoredOffer } from '../records/show-offer.ts';
import { reviseTerms } from '../terms/kept-terms.ts';
import type { OfferTerms } from '../terms/offer-terms.ts';
import { readContact } from '../terms/read-terms.ts';
import { moveLinkEnd } from './offer-link.ts';

/** Whether a day ends the validity of an offer earlier than another day. Null means no limit. */
function isEarlier(day: string | null, other: string | null): boolean {
  return day !== null && (other === null || day < other);
}

/** Returns the action of a change in the state table. */
function actionOf(body: OfferUpdate, { validTo }: OfferHeader): keyof typeof states.offer.fields | 'plan' {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  const isOnly = (allowed: readonly string[]) => fields.every(([field]) => allowed.includes(field));
  if (isOnly(states.offer.fields.setExternalId)) return 'setExternalId';
  const shortens = body.validTo !== undefined && isEarlier(body.validTo, validTo);
  return isOnly(states.offer.fields.update) && !shortens ? 'update' : 'plan';
}

/**
 * Changes an offer, and raises `offer.updated` if a value changed.
 *
 * @param requireMatch rejects a version that does not match the `If-Match` header
 */
export async function updateOffer(
  { db, raise }: Pick<Context, 'db' | 'raise'>,
  id: string,
  body: OfferUpdate,
  requireMatch: (version: OfferHeader) => void,
): Promise<StoredOffer> {
  if (body.modules || body.subconstructions) await shareProject(db, id);
  const locked = await lockOffer(db, id);
  const { header, lines: before, changedAt } = locked;
  await requireReferences(db, offerReferences(body));
  const replaced = requestedGroups(body);
  const inputs = requestedLines(body);
  const { projectId } = header;
  const siteId = body.siteId === undefined ? header.siteId : body.siteId;
  const sources = await loadLineSources(db, inputs, {
    projectId,
    siteId: inputs.length > 0 ? await priceSiteOf(db, { siteId, projectId }) : null,
  });
  requireMatch(header);
  requireState(header, actionOf(body, header));
  const changes = changedFields(header, withoutLines(storedOffer(body)));
  const after = replaced.length > 0 ? mergeLines({ before, inputs, replaced, sources, changedAt }) : before;
  const written = await writeLines(db, locked, after);
  if (!changes && !written) return locked;
  const lines = written ?? before;
  const settings = { vatMode: body.vatMode ?? header.vatMode, createdAt: header.createdAt };
  const sums = written || settings.vatMode !== header.vatMode ? requireSums(lines, settings) : undefined;
  const changed = await changeHeader(db, locked, changes ?? {}, sums);
  if (changed.validTo !== header.validTo) await moveLinkEnd(db, changed);
  if (changed.state === 'PUBLISHED')
    await reviseTerms(db, changed, await revisedFields(db, header, changed), changedAt);
  await raise('offer.updated', changed, changed.updatedAt);
  return { header: changed, lines };
}

/** Returns the terms of a published offer that a change affects. */
async function revisedFields(
  db: CompanyQueries,
  before: OfferHeader,
  changed: OfferHeader,
): Promise<Partial<OfferTerms>> {
  const { name, validTo, plannerId, siteId } = changed;
  const isHandedOver = plannerId !== before.plannerId || siteId !== before.siteId;
  return { name, validTo, ...(isHandedOver && { contact: await readContact(db, changed) }) };
}
