import type { Offer, OfferInverter, OfferModule, Roof, StringPlanDocument } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { type PrintedStringPlan, stringPlanDocument } from '@pv-planning/documents';
import { base64Text } from '@pv-planning/server-kit';
import { readCompany } from '../../company/company-records.ts';
import { customerName } from '../../crm/customers/customer-name.ts';
import { customers } from '../../crm/customers/customer-records.ts';
import { readProject } from '../../crm/projects/project-records.ts';
import { readOffer } from '../offers/records/offer-records.ts';
import { shownOffer } from '../offers/records/show-offer.ts';
import { checkStringsOf, readPlant } from '../offers/strings/plan-strings.ts';
import { renderDocument } from './render-document.ts';
import { missingDirections, textsOfStringPlan, withMissingTexts } from './string-plan-texts.ts';

function printedModules({ ref, name, product, quantity, ...line }: OfferModule) {
  const { power, length, width } = product;
  const { orientation, rows, columns, offsetX, offsetY } = line;
  return { ref, name, power, count: quantity, length, width, orientation, rows, columns, offsetX, offsetY };
}

/** Inverters that work only with power optimizers, with their fixed voltage. */
function printedOptimizers(inverters: readonly OfferInverter[]) {
  const fixed = inverters.filter(({ product }) => product.optimizerRequired === true);
  return new Map(fixed.map(({ ref, product }) => [ref, product.nominalDcVoltage]));
}

/** Returns the east-west mounting systems. */
async function readEastWest(db: CompanyQueries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const systems = await db
    .selectFrom('material')
    .select('id')
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .where(({ eb, ref }) => eb(ref('data', '->>').key('mountingType'), '=', 'EAST_WEST'))
    .execute();
  return new Set(systems.map(({ id }) => id));
}

/** The roofs with modules. */
async function printedRoofs(
  db: CompanyQueries,
  roofs: readonly Roof[],
  { modules, subconstructions }: Offer,
) {
  const eastWest = await readEastWest(
    db,
    subconstructions.map(({ materialId }) => materialId),
  );
  const eastWestRoofs = new Set(
    subconstructions.flatMap(({ materialId, roofId }) => (eastWest.has(materialId) ? [roofId] : [])),
  );
  const onRoof = Map.groupBy(modules, ({ roofId }) => roofId);
  return roofs.flatMap(({ id, name, roofType, azimuth, tilt, width, length, obstacles }) => {
    const lines = onRoof.get(id);
    if (!lines) return [];
    const isEastWest = roofType === 'FLAT' && eastWestRoofs.has(id);
    const fields = lines.map(printedModules);
    return [{ name, roofType, azimuth, tilt, width, length, obstacles, isEastWest, modules: fields }];
  });
}

interface ReadStringPlan {
  printed: PrintedStringPlan;
  texts: ReturnType<typeof textsOfStringPlan>;
  missing: ReturnType<typeof missingDirections>;
}

/**
 * Reads the data of a string plan in one snapshot.
 *
 * @throws 404 `not_found`
 */
export async function readStringPlan(db: CompanyQueries, id: string): Promise<ReadStringPlan> {
  const { header, lines } = await readOffer(db, id);
  const offer = shownOffer(header, lines);
  const project = await readProject(db, offer.projectId);
  const customer = await customers.read(db, offer.customerId);
  const company = await readCompany(db);
  const changes = [header, project, customer, company].map(({ updatedAt }) => updatedAt);
  const printed = {
    number: offer.number,
    time: changes.reduce((latest, change) => (change > latest ? change : latest)),
    companyName: company.name,
    customerName: customerName(customer),
    projectName: project.name,
    address: project.address,
    plan: checkStringsOf(offer, await readPlant(db, offer)),
    optimizers: printedOptimizers(offer.inverters),
    roofs: await printedRoofs(db, project.roofs, offer),
  };
  const records = { offer, project, customer, company };
  return { printed, texts: textsOfStringPlan(records), missing: missingDirections(records) };
}

/** Prints a string plan. The handler must not hold a connection meanwhile. */
export async function printStringPlan(
  { printed, texts, missing }: ReadStringPlan,
  signal: AbortSignal,
): Promise<StringPlanDocument> {
  const pdf = await renderDocument(await stringPlanDocument(printed), signal);
  return {
    fileName: `Stringplan-${printed.number}.pdf`,
    contentType: 'application/pdf',
    content: base64Text(pdf),
    plan: printed.plan,
    missingFields: await withMissingTexts(missing, texts),
  };
}
