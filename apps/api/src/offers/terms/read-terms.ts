import type { CompanyQueries } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import { readCompanyPresentation } from '../../company/company-records.ts';
import { fieldNames } from '../../contract/contract-document.ts';
import { contactName, customerName } from '../../customers/customer-name.ts';
import { roofsOf } from '../../projects/roof-records.ts';
import type { Line } from '../model/line.ts';
import { groupNames } from '../model/line-groups.ts';
import { appliedVatRates } from '../pricing/vat-rules.ts';
import type { OfferHeader } from '../records/offer-header.ts';
import { byPosition } from '../records/show-offer.ts';
import type { OfferTerms } from './offer-terms.ts';

type TermsGroup = OfferTerms['groups'][number];
type TermsRoof = OfferTerms['roofs'][number];
type TermsModules = TermsRoof['modules'][number];

type Address = OfferTerms['installationAddress'];

/** Returns the customer, and the address where the system is to be installed. */
async function readCustomerAndSite(
  db: CompanyQueries,
  projectId: string,
): Promise<Pick<OfferTerms, 'customer' | 'installationAddress'>> {
  const { address, installationAddress, ...names } = await db
    .selectFrom('project')
    .innerJoin('customer', 'customer.id', 'project.customerId')
    .select(['companyName', 'firstName', 'lastName'])
    .select(({ ref }) => [
      ref('customer.address').$castTo<Address>().as('address'),
      ref('project.address').$castTo<Address>().as('installationAddress'),
    ])
    .where('project.id', '=', projectId)
    .executeTakeFirstOrThrow(notFound);
  return {
    customer: { name: customerName(names), contactName: contactName(names), address },
    installationAddress,
  };
}

/** The groups in the order of the contract. */
const shownGroups = fieldNames('Offer').flatMap((field) => groupNames.filter((group) => group === field));

function termsGroups(header: OfferHeader, lines: readonly Line[]): TermsGroup[] {
  const appliedVatRate = appliedVatRates(header);
  const byGroup = Map.groupBy(lines.toSorted(byPosition), ({ lineGroup }) => lineGroup);
  return shownGroups.flatMap((group) => {
    const shown = byGroup.get(group)?.map((line) => ({
      name: line.name,
      manufacturerName: line.manufacturerName,
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
async function readRoofs(
  db: CompanyQueries,
  { projectId }: OfferHeader,
  lines: readonly Line[],
): Promise<TermsRoof[]> {
  const modules = lines.filter(({ lineGroup }) => lineGroup === 'modules');
  if (modules.length === 0) return [];
  const onRoof = Map.groupBy(modules, ({ roofId }) => roofId);
  const roofs = await roofsOf(db, projectId);
  return roofs.flatMap(({ id, name, roofType, azimuth, tilt, width, length, obstacles }) => {
    const fields = onRoof.get(id);
    return fields
      ? [{ name, roofType, azimuth, tilt, width, length, obstacles, modules: fields.map(modulesOnRoof) }]
      : [];
  });
}

/** Returns the terms of an offer as they are now. Lines of quantity 0, such as automatic ones that nothing needs, are no part of them. */
export async function readTerms(
  db: CompanyQueries,
  header: OfferHeader,
  allLines: readonly Line[],
): Promise<OfferTerms> {
  const lines = allLines.filter(({ quantity }) => quantity !== 0);
  const { iban: _iban, bic: _bic, bankName: _bank, ...company } = await readCompanyPresentation(db);
  return {
    number: header.number,
    company,
    ...(await readCustomerAndSite(db, header.projectId)),
    isIndicationPrice: header.isIndicationPrice,
    validTo: header.validTo,
    introText: header.introText,
    closingText: header.closingText,
    groups: termsGroups(header, lines),
    vatMode: header.vatMode,
    netPrice: header.netPrice,
    vatBreakdown: header.vatBreakdown,
    vatAmount: header.vatAmount,
    offerPrice: header.offerPrice,
    systemPowerKwp: header.systemPowerKwp,
    moduleCount: header.moduleCount,
    batteryCapacityKwh: header.batteryCapacityKwh,
    roofs: await readRoofs(db, header, lines),
  };
}
