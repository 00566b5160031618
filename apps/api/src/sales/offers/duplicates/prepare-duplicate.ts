import type { Body } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { invalidRequest } from '@pv-planning/server-kit';
import { roofsOf } from '../../../crm/projects/roof-records.ts';
import { requireReferences } from '../../../kernel/references/references.ts';
import { type PreparedOffer, shareProjectOfNewOffer } from '../lifecycle/new-offer.ts';
import { loadLineSources } from '../lines/line-sources.ts';
import type { Line } from '../model/line.ts';
import type { RequestedLine } from '../model/requested-lines.ts';
import { requireSums } from '../pricing/offer-sums.ts';
import { priceSite } from '../pricing/price-site.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { lockOffer, offerReferences, readHeader } from '../records/offer-records.ts';
import { duplicatedLines } from './duplicated-lines.ts';

/** Returns the input that would create a line. */
function inputOf({ lineGroup, materialId, serviceId }: Line): RequestedLine {
  const input = { ...(materialId !== null && { materialId }), ...(serviceId !== null && { serviceId }) };
  return { group: lineGroup, path: '', input };
}

/**
 * Finds the roofs of another project by the names of those to which the lines refer.
 *
 * @throws 400 `invalid_request` with each name that not exactly one roof has in both projects
 */
async function roofsByName(
  db: CompanyQueries,
  lines: readonly Line[],
  from: string,
  to: string,
): Promise<ReadonlyMap<string, string>> {
  const used = new Set(lines.map(({ roofId }) => roofId));
  const sources = Map.groupBy(
    (await roofsOf(db, from)).filter(({ id }) => used.has(id)),
    ({ name }) => name,
  );
  const targets = Map.groupBy(await roofsOf(db, to), ({ name }) => name);
  const problems: string[] = [];
  const found = new Map<string, string>();
  for (const [name, [source, second]] of sources) {
    const [target, other] = targets.get(name) ?? [];
    if (!target) problems.push(`the project has no roof with the name ${name}`);
    else if (second || other) problems.push(`several roofs of a project have the name ${name}`);
    else if (source) found.set(source.id, target.id);
  }
  if (problems.length > 0)
    throw invalidRequest(
      ...problems.map((message) => ({ in: 'body' as const, path: '/projectId', code: 'roof', message })),
    );
  return found;
}

/** The fields of the header that a duplicate has in any project. */
function copiedHeader({ name, isIndicationPrice, introText, closingText, vatMode, ...header }: OfferHeader) {
  const { yieldKwh, selfConsumptionPercent, autarkyPercent, yieldSource } = header;
  return {
    name,
    isIndicationPrice: isIndicationPrice ?? false,
    introText,
    closingText,
    vatMode,
    yieldKwh,
    selfConsumptionPercent,
    autarkyPercent,
    yieldSource,
  };
}

/**
 * Copies an offer in any state as a draft for its project or another one. The offer stays locked, so that it is neither deleted nor
 * detached from its request meanwhile.
 *
 * @throws 400 `unknown_reference`, `invalid_request`, `amount_too_large`
 * @throws 404 `not_found`
 * @throws 409 `material_archived`, `service_archived`
 */
export async function prepareDuplicate(
  db: CompanyQueries,
  id: string,
  { projectId: wanted, keepPrices = true, withoutArchived = false }: Body<'duplicateOffer'>,
): Promise<PreparedOffer> {
  const { projectId: from } = await readHeader(db, id);
  const projectId = wanted ?? from;
  await requireReferences(db, offerReferences({ projectId }));
  const { createdAt, project, related } = await shareProjectOfNewOffer(db, projectId, '/projectId');
  const { header, lines: original } = await lockOffer(db, id);
  const isSameProject = projectId === from;
  const { siteId, plannerId } = isSameProject ? header : project;
  const roofs = isSameProject ? undefined : await roofsByName(db, original, from, projectId);
  const pricesAt = keepPrices ? null : await priceSite(db, siteId ?? project.siteId);
  const lines = duplicatedLines(original, {
    sources: await loadLineSources(db, original.map(inputOf), { projectId: null, siteId: pricesAt }),
    keepPrices,
    withoutArchived,
    roofOf: (roofId) => roofs?.get(roofId) ?? roofId,
    createdAt,
  });
  const fields = {
    ...copiedHeader(header),
    projectId,
    siteId,
    plannerId,
    offerRequestId: isSameProject ? header.offerRequestId : null,
    externalId: null,
    validTo: null,
    duplicateOfId: header.id,
  };
  const sums = requireSums(lines, { ...fields, createdAt });
  return { fields, customerId: project.customerId, related, lines, sums, createdAt };
}
