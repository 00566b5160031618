import type { Body, Offer, OperationId, PathParams, Project, Result } from '@pv-planning/contract';
import type { TestDatabase } from '@pv-planning/database/testing';
import { expect } from 'vitest';
import { inverter, pvModule } from './product-bodies.ts';
import type { TestCompany } from './test-company.ts';

type OfferBody = Omit<Body<'createOffer'>, 'projectId'>;

/** Products and services, all sold at the default site. */
export interface CompanyProducts {
  module: string;
  inverter: string;
  battery: string;
  wallbox: string;
  subconstruction: string;
  equipment: string;
  emergencyPower: string;
  misc: string;
  service: string;
}

/** A company with a customer, a project with two roofs, and products and services of every kind. */
export interface OfferCompany extends TestCompany {
  siteId: string;
  manufacturerId: string;
  customerId: string;
  project: Project;
  products: CompanyProducts;
  /** Calls an operation that must succeed. Returns the body of the response. */
  done<O extends OperationId>(
    operationId: O,
    params: PathParams<O>,
    body?: Body<O>,
  ): Promise<NonNullable<Result<O>['body']>>;
  newOffer(body?: OfferBody): Promise<Offer>;
  read(id: string): Promise<Offer>;
}

const roof = (name: string) => ({ name, roofType: 'GABLE', azimuth: 180, tilt: 30 }) as const;

/** Returns a function that adds companies with products for offers. */
export function offerCompanies({
  database,
  addCompany,
}: {
  database: TestDatabase;
  addCompany: () => Promise<TestCompany>;
}) {
  return async function newOfferCompany(): Promise<OfferCompany> {
    const company = await addCompany();
    const { call } = company.api;
    const done: OfferCompany['done'] = async (operationId, params, body) => {
      const response = await call(operationId, { params, ...(body !== undefined && { body }) } as never);
      if (response.status >= 300) throw new Error(`${operationId}: ${response.status} ${response.text}`);
      return response.body;
    };
    const siteId = await company.newSite();
    await database.kysely
      .updateTable('site')
      .set({ isDefault: true })
      .where('companyId', '=', company.id)
      .execute();
    const { id: manufacturerId } = await done('createManufacturer', {}, { name: 'Werk' });
    const sold = (net: number) => ({ manufacturerId, sellingPrices: [{ siteId, net }] });
    const { id: customerId } = await done('createCustomer', {}, { lastName: 'Schneider' });
    const project = await done('createProject', {}, { customerId, roofs: [roof('Süd'), roof('Nord')] });
    const products: CompanyProducts = {
      module: (await done('createPvModule', {}, { ...pvModule, ...sold(95), purchasePrice: 60 })).id,
      inverter: (await done('createInverter', {}, { ...inverter, ...sold(1850) })).id,
      battery: (
        await done(
          'createBattery',
          {},
          { name: 'Speicher', usableCapacity: 10, ...sold(5200), moduleCapacity: 2.5 },
        )
      ).id,
      wallbox: (
        await done('createWallbox', {}, { name: 'Wallbox', chargingPower: 11_000, phases: 3, ...sold(780) })
      ).id,
      subconstruction: (
        await done('createSubconstruction', {}, { name: 'Haken', mountingType: 'ON_ROOF', ...sold(58) })
      ).id,
      equipment: (
        await done(
          'createEquipment',
          {},
          {
            name: 'Zähler',
            forMaterialTypes: ['inverter'],
            quantityRule: 'PER_UNIT',
            ...sold(165),
          },
        )
      ).id,
      emergencyPower: (await done('createEmergencyPower', {}, { name: 'Box', kind: 'BACKUP', ...sold(920) }))
        .id,
      misc: (
        await done(
          'createMiscMaterial',
          {},
          {
            name: 'Kabel',
            quantityRule: 'PER_STRING',
            defaultQuantity: 30,
            unit: 'METER',
            ...sold(1.2),
          },
        )
      ).id,
      service: (await done('createService', {}, { name: 'Montage', unit: 'MODULE', price: 60 })).id,
    };
    return {
      ...company,
      siteId,
      manufacturerId,
      customerId,
      project,
      products,
      done,
      newOffer: (body = {}) => done('createOffer', {}, { projectId: project.id, ...body }),
      read: (id) => done('getOffer', { id }),
    };
  };
}

/** Expects an error response with this code and, if given, this path. */
export async function expectError(
  response: Promise<{ status: number; error: string | undefined; details: unknown; text: string }>,
  error: string,
  path?: string,
): Promise<void> {
  const { status, error: code, details, text } = await response;
  expect({ code, status, text }).toMatchObject({ code: error, status: status < 500 ? status : 0 });
  if (path !== undefined) expect(details).toMatchObject([{ path }]);
}
