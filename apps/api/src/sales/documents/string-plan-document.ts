import type { OfferInverter, OfferModule, Roof, StringPlanDocument } from '@pv-planning/contract';
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
import { missingTexts, textsOfStringPlan } from './string-plan-texts.ts';

function printedModules({ ref, name, product, quantity, ...line }: OfferModule) {
  const { power, length, width } = product;
  const { orientation, rows, columns, offsetX, offsetY } = line;
  return { ref, name, power, count: quantity, length, width, orientation, rows, columns, offsetX, offsetY };
}

/** The inverters that work only with power optimizers, with the voltage that they keep. */
function printedOptimizers(inverters: readonly OfferInverter[]) {
  const fixed = inverters.filter(({ product }) => product.optimizerRequired === true);
  return new Map(fixed.map(({ ref, product }) => [ref, product.nominalDcVoltage]));
}

/** The roofs with modules. */
function printedRoofs(roofs: readonly Roof[], modules: readonly OfferModule[]) {
  const onRoof = Map.groupBy(modules, ({ roofId }) => roofId);
  return roofs.flatMap(({ id, name, roofType, azimuth, tilt, width, length, obstacles }) => {
    const lines = onRoof.get(id);
    return lines
      ? [{ name, roofType, azimuth, tilt, width, length, obstacles, modules: lines.map(printedModules) }]
      : [];
  });
}

interface ReadStringPlan {
  printed: PrintedStringPlan;
  texts: ReturnType<typeof textsOfStringPlan>;
}

/**
 * Reads what a string plan shows, on one snapshot.
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
    roofs: printedRoofs(project.roofs, offer.modules),
  };
  return { printed, texts: textsOfStringPlan({ offer, project, customer, company }) };
}

/** Prints a string plan. The handler must not hold a connection meanwhile. */
export async function printStringPlan(
  { printed, texts }: ReadStringPlan,
  signal: AbortSignal,
): Promise<StringPlanDocument> {
  const pdf = await renderDocument(await stringPlanDocument(printed), signal);
  return {
    fileName: `Stringplan-${printed.number}.pdf`,
    contentType: 'application/pdf',
    content: base64Text(pdf),
    plan: printed.plan,
    missingFields: await missingTexts(texts),
  };
}
