import type { Body, Offer, OperationId, PathParams, Result } from '@pv-planning/contract';
import { openTestApi } from '../../support/test-api.ts';
import { products, services } from './catalog.ts';
import { farm } from './farm.ts';
import type { Firm, FirmOffer } from './firm.ts';
import { fitter } from './fitter.ts';
import { largeInstaller } from './large-installer.ts';
import { retrofitter } from './retrofitter.ts';
import { roofer } from './roofer.ts';

/** Firms of five trades with five offers each. */
export const firms = { fitter, largeInstaller, farm, retrofitter, roofer } as const satisfies Record<
  string,
  Firm
>;

/** A stored firm with its offers by name. */
export interface OpenFirm {
  id: string;
  offers: ReadonlyMap<string, Offer>;
  /** Calls an operation that must succeed. Returns the body of the response. */
  done<O extends OperationId>(
    operationId: O,
    params: PathParams<O>,
    body?: Body<O>,
  ): Promise<NonNullable<Result<O>['body']>>;
}

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

/** Starts the service. Returns it with a function that stores a firm with its offers. */
export async function openFirms() {
  const service = await openTestApi();

  async function openFirm({ name, profile, offers }: Firm): Promise<OpenFirm> {
    const { id, api, newSite } = await service.addCompany(name);
    const done: OpenFirm['done'] = async (operationId, params, body) => {
      const response = await api.call(operationId, { params, ...(body !== undefined && { body }) } as never);
      if (response.status >= 300) throw new Error(`${operationId}: ${response.status} ${response.text}`);
      return response.body;
    };
    const siteId = await newSite();
    const { kysely } = service.database;
    await kysely.updateTable('site').set({ isDefault: true }).where('companyId', '=', id).execute();
    await kysely.updateTable('company').set(profile).where('companyId', '=', id).execute();
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
    return { id, offers: created, done };
  }
  return { ...service, openFirm };
}
