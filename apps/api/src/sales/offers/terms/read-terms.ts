import type { Roof } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { isConsumer } from '@pv-planning/documents';
import { notFound } from '@pv-planning/server-kit';
import { readCompanyPresentation } from '../../../company/company-records.ts';
import { contactName, customerName } from '../../../crm/customers/customer-name.ts';
import { roofsOf } from '../../../crm/projects/roof-records.ts';
import { fieldNames } from '../../../kernel/contract/contract-document.ts';
import type { CompanyLinks } from '../../../kernel/links/links.ts';
import type { Line } from '../model/line.ts';
import { groupNames } from '../model/line-groups.ts';
import { appliedVatRates } from '../pricing/vat-rules.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { byPosition } from '../records/show-offer.ts';
import { readConsumerTexts } from './consumer-texts.ts';
import { declarations } from './declarations.ts';
import { type NetGroup, withGrossPrices } from './gross-prices.ts';
import type { OfferTerms } from './offer-terms.ts';

type TermsGroup = OfferTerms['groups'][number];
type TermsRoof = OfferTerms['roofs'][number];
type TermsModules = TermsRoof['modules'][number];

type Address = OfferTerms['installationAddress'];
type Customer = OfferTerms['customer'];

/** Returns the customer as the recipient of an offer. */
export async function readRecipient(db: CompanyQueries, customerId: string): Promise<Customer> {
  const { companyName, firstName, address, ...shown } = await db
    .selectFrom('customer')
    .select(['customerNumber', 'title', 'lastName', 'companyName', 'firstName'])
    .select(({ ref }) => [
      ref('type').$castTo<Customer['type']>().as('type'),
      ref('salutation').$castTo<Customer['salutation']>().as('salutation'),
      ref('address').$castTo<Address>().as('address'),
    ])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow(notFound);
  const names = { companyName, firstName, lastName: shown.lastName };
  return { ...shown, name: customerName(names), contactName: contactName(names), address };
}

/** Returns the address where the system is to be installed. */
async function readInstallationAddress(db: CompanyQueries, projectId: string): Promise<Address> {
  const { address } = await db
    .selectFrom('project')
    .select(({ ref }) => ref('address').$castTo<Address>().as('address'))
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow(notFound);
  return address;
}

/** Returns the contact person for an offer. */
export async function readContact(
  db: CompanyQueries,
  { plannerId, siteId }: Pick<OfferHeader, 'plannerId' | 'siteId'>,
): Promise<OfferTerms['contact']> {
  const planner = await db
    .selectFrom('member')
    .select(['firstName', 'lastName', 'phone', 'email'])
    .where('id', '=', plannerId)
    .executeTakeFirst();
  const site = await db
    .selectFrom('site')
    .select(['phone', 'email'])
    .where('id', '=', siteId)
    .executeTakeFirst();
  if (!planner && !site) return null;
  return {
    name: planner ? `${planner.firstName} ${planner.lastName}` : null,
    phone: planner?.phone ?? site?.phone ?? null,
    email: planner?.email ?? site?.email ?? null,
  };
}

type Years = TermsGroup['lines'][number]['warrantyYears'];

/** Returns the product warranties of the products in lines, by the ids of the products. */
async function readWarranties(db: CompanyQueries, lines: readonly Line[]): Promise<Map<string, Years>> {
  const ids = lines.flatMap(({ materialId }) => materialId ?? []);
  const products = await db
    .selectFrom('material')
    .select(['id', 'warrantyYears'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute();
  return new Map(products.map(({ id, warrantyYears }) => [id, warrantyYears]));
}

/** The groups in the order of the contract. */
const shownGroups = fieldNames('Offer').flatMap((field) => groupNames.filter((group) => group === field));

interface LineContext {
  warranties: ReadonlyMap<string, Years>;
  roofNames: ReadonlyMap<string, string>;
}

function termsGroups(
  header: OfferHeader,
  lines: readonly Line[],
  { warranties, roofNames }: LineContext,
): NetGroup[] {
  const appliedVatRate = appliedVatRates(header);
  const byGroup = Map.groupBy(lines.toSorted(byPosition), ({ lineGroup }) => lineGroup);
  return shownGroups.flatMap((group) => {
    const shown = byGroup.get(group)?.map((line) => ({
      name: line.name,
      manufacturerName: line.manufacturerName,
      roofName: roofNames.get(line.roofId ?? '') ?? null,
      warrantyYears: warranties.get(line.materialId ?? '') ?? null,
      performanceWarrantyYears: performanceWarrantyYears(line),
      description: line.description,
      quantity: line.quantity,
      unit: line.unit as TermsGroup['lines'][number]['unit'],
      price: line.price,
      totalPrice: line.totalPrice,
      vatRate: line.vatRate === null ? null : appliedVatRate(line.vatRate),
      moduleCount: line.moduleCount,
      capacityKwh: line.capacityKwh,
      active: line.active ?? true,
    }));
    return shown ? [{ group, lines: shown }] : [];
  });
}

function performanceWarrantyYears({ product }: Line): Years {
  return ((product ?? {}) as { performanceWarrantyYears?: Years }).performanceWarrantyYears ?? null;
}

function modulesOnRoof({ name, quantity, product, ...line }: Line): TermsModules {
  const { length = null, width = null } = (product ?? {}) as { length?: number; width?: number };
  const { orientation, rows, columns, offsetX, offsetY } = line;
  return {
    name,
    count: quantity,
    length,
    width,
    orientation: orientation as TermsModules['orientation'],
    rows,
    columns,
    offsetX,
    offsetY,
  };
}

/** Returns the roofs with modules. */
function termsRoofs(roofs: readonly Roof[], lines: readonly Line[]): TermsRoof[] {
  const modules = lines.filter(({ lineGroup }) => lineGroup === 'modules');
  const onRoof = Map.groupBy(modules, ({ roofId }) => roofId);
  return roofs.flatMap(({ id, name, roofType, azimuth, tilt, width, length, obstacles }) => {
    const fields = onRoof.get(id);
    return fields
      ? [{ name, roofType, azimuth, tilt, width, length, obstacles, modules: fields.map(modulesOnRoof) }]
      : [];
  });
}

/** Returns the terms of an offer as they are now. Lines of quantity 0 are omitted. */
export async function readTerms(
  db: CompanyQueries,
  links: Pick<CompanyLinks, 'urlOf'>,
  header: OfferHeader,
  allLines: readonly Line[],
): Promise<OfferTerms> {
  const lines = allLines.filter(({ quantity }) => quantity !== 0);
  const roofs = await roofsOf(db, header.projectId);
  const { iban: _iban, bic: _bic, bankName: _bank, ...company } = await readCompanyPresentation(db);
  const customer = await readRecipient(db, header.customerId);
  const { vatMode, vatBreakdown } = header;
  const consumerTexts = isConsumer(customer.type)
    ? await readConsumerTexts(db, links, company, header.offerPrice)
    : null;
  return {
    number: header.number,
    name: header.name,
    company,
    contact: await readContact(db, header),
    customer,
    installationAddress: await readInstallationAddress(db, header.projectId),
    isIndicationPrice: header.isIndicationPrice,
    validTo: header.validTo,
    introText: header.introText,
    consumerTexts,
    declarations: declarations({ consumerTexts, vatMode, vatBreakdown }),
    closingText: header.closingText,
    groups: withGrossPrices(
      termsGroups(header, lines, {
        warranties: await readWarranties(db, lines),
        roofNames: new Map(roofs.map(({ id, name }) => [id, name])),
      }),
      vatBreakdown,
    ),
    vatMode,
    netPrice: header.netPrice,
    vatBreakdown,
    vatAmount: header.vatAmount,
    offerPrice: header.offerPrice,
    systemPowerKwp: header.systemPowerKwp,
    moduleCount: header.moduleCount,
    batteryCapacityKwh: header.batteryCapacityKwh,
    yieldKwh: header.yieldKwh,
    selfConsumptionPercent: header.selfConsumptionPercent,
    autarkyPercent: header.autarkyPercent,
    yieldSource: header.yieldSource,
    roofs: termsRoofs(roofs, lines),
  };
}
