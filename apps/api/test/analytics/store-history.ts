import type { Tables } from '@pv-planning/database';
import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type Assigned, type History, type HistoryLine, manufacturers, planners, sites } from './history.ts';

/** The ids of a history's records, in the order of its lists. */
export interface StoredHistory {
  sites: readonly string[];
  planners: readonly string[];
  manufacturers: readonly string[];
  products: readonly string[];
}

const groups = {
  pv_module: 'modules',
  inverter: 'inverters',
  battery: 'batteries',
  wallbox: 'wallboxes',
  misc: 'miscMaterials',
  subconstruction: 'subconstructions',
  equipment: 'equipment',
  emergency_power: 'emergencyPower',
} as const;

/** Far above the ids that the database assigns. */
let lastId = 10_000_000;
const newIds = (count: number): string[] => Array.from({ length: count }, () => String(++lastId));

const at = (time: number) => new Date(time).toISOString();
const timeOrNull = (time: number | null) => (time === null ? null : at(time));
const euros = (cents: number) => (cents / 100).toFixed(2);

/** Writes the records into the tables of a company, then deletes those marked as deleted. */
export async function storeHistory(
  kysely: Kysely<Tables>,
  companyId: string,
  history: History,
): Promise<StoredHistory> {
  const { customers, projects, products, requests, offers } = history;
  const ids = {
    sites: newIds(sites.length),
    planners: planners.map(() => uuidv7()),
    manufacturers: newIds(manufacturers.length),
    customers: newIds(customers.length),
    projects: newIds(projects.length),
    products: newIds(products.length),
    requests: newIds(requests.length),
    offers: newIds(offers.length),
  };
  const named = (list: readonly string[], position: number | null) =>
    position === null ? null : (list[position] ?? null);
  const required = (list: readonly string[], position: number) => list[position] ?? '';
  const assigned = ({ site, planner }: Assigned) => ({
    siteId: named(ids.sites, site),
    plannerId: named(ids.planners, planner),
  });
  async function insert<Table extends keyof Tables>(table: Table, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return;
    await kysely
      .insertInto(table)
      .values(rows.map((row) => ({ companyId, ...row })) as never)
      .execute();
  }

  await insert(
    'site',
    sites.map((name, index) => ({ id: ids.sites[index], name })),
  );
  await insert(
    'member',
    planners.map(([firstName, lastName], index) => ({
      id: ids.planners[index],
      firstName,
      lastName,
      email: 'lena@example.com',
      role: 'PLANNER',
    })),
  );
  await insert(
    'manufacturer',
    manufacturers.map((name, index) => ({ id: ids.manufacturers[index], name })),
  );
  await insert(
    'customer',
    customers.map(({ createdAt, type, address, ...customer }, index) => ({
      id: ids.customers[index],
      lastName: 'Vogel',
      type,
      address,
      createdAt: at(createdAt),
      ...assigned(customer),
    })),
  );
  await insert(
    'project',
    projects.map(({ customer, buildingType }, index) => ({
      id: ids.projects[index],
      customerId: ids.customers[customer],
      state: 'OPEN',
      buildingType,
    })),
  );
  await insert(
    'material',
    products.map(({ materialType, manufacturer, name }, index) => ({
      id: ids.products[index],
      materialType,
      manufacturerId: named(ids.manufacturers, manufacturer),
      name,
      unit: 'PIECE',
      vatRate: 19,
      purchasePrice: 1,
      data: {},
    })),
  );
  await insert(
    'offerRequest',
    requests.map(({ createdAt, source, status, deleted: _, ...request }, index) => ({
      id: ids.requests[index],
      number: `AF-2024-${index}`,
      status,
      source,
      contact: {},
      interests: {},
      createdAt: at(createdAt),
      ...assigned(request),
    })),
  );
  await insert(
    'offer',
    offers.map((offer, index) => ({
      id: ids.offers[index],
      number: `AN-2024-${index}`,
      projectId: ids.projects[offer.project],
      customerId: required(ids.customers, projects[offer.project]?.customer ?? 0),
      offerRequestId: named(ids.requests, offer.request),
      state: offer.state,
      isIndicationPrice: offer.isIndicationPrice,
      validTo: offer.validTo,
      declineReason: offer.declineReason,
      vatMode: 'PV_ZERO',
      netPrice: euros(offer.netCents),
      vatAmount: 0,
      offerPrice: euros(offer.grossCents),
      purchasePrice: 0,
      vatBreakdown: '[]',
      systemPowerKwp: (offer.power / 1000).toFixed(3),
      moduleCount: 0,
      inverterPowerKw: 0,
      batteryCapacityKwh: 0,
      createdAt: at(offer.createdAt),
      publishedAt: timeOrNull(offer.publishedAt),
      acceptedAt: timeOrNull(offer.acceptedAt),
      declinedAt: timeOrNull(offer.declinedAt),
      ...assigned(offer),
    })),
  );
  await insert(
    'offerWithdrawal',
    offers.flatMap(({ withdrawnAt }, index) =>
      withdrawnAt === null ? [] : [{ offerId: ids.offers[index], withdrawnAt: at(withdrawnAt) }],
    ),
  );
  const lineOf = (line: HistoryLine, position: number) => {
    const { product, active, unit, quantity, totalCents, power, capacity } = line;
    const type = product === null ? undefined : products[product]?.materialType;
    const group = type === undefined ? 'additionalCosts' : groups[type];
    return {
      lineGroup: group,
      ref: `line-${position}`,
      position,
      name: 'Line',
      unit,
      quantity: (quantity / 1000).toFixed(3),
      price: 0,
      totalPrice: euros(totalCents),
      vatRate: 19,
      purchasePrice: 0,
      materialId: named(ids.products, product),
      materialType: type ?? null,
      active: group === 'batteries' ? active : null,
      powerKw: ['modules', 'inverters'].includes(group) ? (power / 1_000_000).toFixed(6) : null,
      capacityKwh: group === 'batteries' ? (capacity / 1000).toFixed(3) : null,
    };
  };
  await insert(
    'offerLine',
    offers.flatMap(({ lines }, index) =>
      lines.map((line, position) => ({ offerId: ids.offers[index], ...lineOf(line, position) })),
    ),
  );

  const deletedOf = (list: readonly { deleted: boolean }[], listed: readonly string[]) => [
    '0',
    ...listed.filter((_, index) => list[index]?.deleted),
  ];
  const deletedRequests = deletedOf(requests, ids.requests);
  await kysely.deleteFrom('offer').where('id', 'in', deletedOf(offers, ids.offers)).execute();
  await kysely
    .updateTable('offer')
    .set({ offerRequestId: null })
    .where('offerRequestId', 'in', deletedRequests)
    .execute();
  await kysely.deleteFrom('offerRequest').where('id', 'in', deletedRequests).execute();
  return ids;
}
