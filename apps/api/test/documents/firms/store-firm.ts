import type { Offer } from '@pv-planning/contract';
import type { OfferCompany } from '../../support/offer-company.ts';
import { products, services } from './catalog.ts';
import type { Firm, FirmOffer } from './firm.ts';

type Ids = ReadonlyMap<string, string>;

/** Replaces keys and names in lines by ids. */
function withIds(offer: FirmOffer['offer'], products: Ids, services: Ids, roofs: Ids): FirmOffer['offer'] {
  const id = (ids: Ids, name: string) => {
    const found = ids.get(name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const line = ({ materialId, serviceId, roofId, ...fields }: Record<string, unknown>) => ({
    ...fields,
    ...(materialId !== undefined && { materialId: id(products, materialId as string) }),
    ...(serviceId !== undefined && { serviceId: id(services, serviceId as string) }),
    ...(roofId !== undefined && { roofId: id(roofs, roofId as string) }),
  });
  const groups = Object.entries(offer).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(line) : value,
  ]);
  return Object.fromEntries(groups) as FirmOffer['offer'];
}

/** Stores the catalog and the offers of a firm in a company. Returns the offers by name. */
export async function storeFirm(
  done: OfferCompany['done'],
  siteId: string,
  { offers }: Pick<Firm, 'offers'>,
): Promise<Map<string, Offer>> {
  const makers = new Map<string, string>();
  const productIds = new Map<string, string>();
  for (const [key, [operation, { net, manufacturer, ...product }]] of Object.entries(products)) {
    if (!makers.has(manufacturer))
      makers.set(manufacturer, (await done('createManufacturer', {}, { name: manufacturer })).id);
    const sold = { manufacturerId: makers.get(manufacturer), sellingPrices: [{ siteId, net }] };
    productIds.set(key, (await done(operation, {}, { ...product, ...sold } as never)).id);
  }
  const serviceIds = new Map<string, string>();
  for (const [key, body] of Object.entries(services))
    serviceIds.set(key, (await done('createService', {}, body)).id);
  const created = new Map<string, Offer>();
  for (const [key, { customer, project, offer }] of Object.entries(offers)) {
    const { id: customerId } = await done('createCustomer', {}, customer);
    const { id: projectId, roofs } = await done('createProject', {}, { ...project, customerId });
    const roofIds = new Map(roofs.map((roof) => [roof.name, roof.id]));
    const lines = withIds(offer, productIds, serviceIds, roofIds);
    created.set(key, await done('createOffer', {}, { ...lines, projectId }));
  }
  return created;
}
