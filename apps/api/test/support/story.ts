import type {
  Company,
  Customer,
  Manufacturer,
  Material,
  Member,
  Project,
  Service,
  Site,
  WebhookEvent,
} from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import { dataOf } from '../../src/materials/material-data.ts';
import { namedExample } from './contract-document.ts';

async function storeProducts(
  kysely: Kysely<Tables>,
  companyId: string,
  products: readonly Material[],
): Promise<void> {
  for (const product of products) {
    const { id, sellingPrices, ...fields } = product;
    const data = dataOf(product.materialType, product);
    const particular = new Set([...Object.keys(data), 'compatibleInverterIds', 'compatibleMaterialIds']);
    const common = Object.entries(fields).filter(([field]) => !particular.has(field));
    await kysely
      .insertInto('material')
      .values({ companyId, id, ...(Object.fromEntries(common) as typeof fields), data })
      .execute();
    const prices = sellingPrices.map(({ gross: _calculated, ...price }) => price);
    for (const price of prices)
      await kysely
        .insertInto('materialSellingPrice')
        .values({ companyId, materialId: id, ...price })
        .execute();
  }
  for (const product of products) {
    const compatible = 'compatibleInverterIds' in product ? product.compatibleInverterIds : [];
    const others = 'compatibleMaterialIds' in product ? product.compatibleMaterialIds : [];
    for (const compatibleId of [...compatible, ...others])
      await kysely
        .insertInto('materialCompatibility')
        .values({ companyId, materialId: product.id, compatibleId })
        .execute();
  }
}

/**
 * Stores the company that the contract's examples tell of, under the same ids, so that every example is a request that
 * can be sent and an answer that must come. Its events are of now: older ones than 30 days are not shown.
 */
export async function storeStory(kysely: Kysely<Tables>): Promise<{ companyId: string }> {
  const { id: companyId, currency: _, timeZone: __, ...company } = namedExample<Company>('Company');
  await kysely
    .insertInto('company')
    .values({ companyId, ...company })
    .execute();
  for (const name of ['SiteMusterstadt', 'SiteNordhausen']) {
    await kysely
      .insertInto('site')
      .values({ companyId, ...namedExample<Site>(name) })
      .execute();
  }
  for (const name of ['MemberPlanner', 'MemberAdmin']) {
    const { name: _displayed, siteIds, ...member } = namedExample<Member>(name);
    await kysely
      .insertInto('member')
      .values({ companyId, ...member })
      .execute();
    const places = siteIds.map((siteId) => ({ companyId, memberId: member.id, siteId }));
    await kysely.insertInto('memberSite').values(places).execute();
  }
  for (const name of ['CustomerPerson', 'CustomerCompany']) {
    const { projectCount: _counted, ...customer } = namedExample<Customer>(name);
    await kysely
      .insertInto('customer')
      .values({ companyId, ...customer })
      .execute();
  }
  const { data: manufacturers } = namedExample<{ data: Manufacturer[] }>('ManufacturerPage');
  await kysely
    .insertInto('manufacturer')
    .values(manufacturers.map(({ materialCount: _counted, ...stored }) => ({ companyId, ...stored })))
    .execute();
  const { data: products } = namedExample<{ data: Material[] }>('MaterialPage');
  await storeProducts(kysely, companyId, products);
  const { data: services } = namedExample<{ data: Service[] }>('ServicePage');
  await kysely
    .insertInto('service')
    .values(services.map((service) => ({ companyId, ...service })))
    .execute();
  const { roofs, ...project } = namedExample<Project>('ProjectHouse');
  await kysely
    .insertInto('project')
    .values({ companyId, ...project })
    .execute();
  for (const { obstacles, ...roof } of roofs) {
    const stored = { companyId, projectId: project.id, ...roof, obstacles: JSON.stringify(obstacles) };
    await kysely.insertInto('roof').values(stored).execute();
  }
  const { data: events } = namedExample<{ data: WebhookEvent[] }>('EventPage');
  for (const [index, { id, type, ...rest }] of events.entries()) {
    const createdAt = new Date(Date.now() - (index + 1) * 60_000).toISOString();
    const body = JSON.stringify({ id, type, ...rest });
    await kysely.insertInto('webhookEvent').values({ companyId, id, type, createdAt, body }).execute();
  }
  for (const table of [
    'company',
    'site',
    'customer',
    'project',
    'roof',
    'manufacturer',
    'service',
    'material',
  ]) {
    const column = table === 'company' ? 'company_id' : 'id';
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), 100000)`.execute(kysely);
  }
  return { companyId };
}
