import type { Project } from '@pv-planning/contract';
import { call } from './call.ts';
import type { Company } from './company.ts';
import { createProducts, type ProductType } from './products.ts';

/** A company with a project, a service and products of all types. */
export interface OfferCompany extends Company {
  projectId: string;
  roofIds: string[];
  serviceId: string;
  productIds: Record<ProductType, string[]>;
}

const ofEachType = 40;

/** Adds the prerequisites of offers to a company. */
export async function addOfferRecords(url: string, company: Company): Promise<OfferCompany> {
  const { headers } = company;
  const { id: customerId } = await call(`${url}/v1/customers`, headers, { lastName: 'Schneider' });
  const roof = { roofType: 'GABLE', tilt: 30 };
  const roofs = [30, 60, 90, 120].map((azimuth) => ({ ...roof, name: `Dach ${azimuth}`, azimuth }));
  const project = await call<Project>(`${url}/v1/projects`, headers, { customerId, roofs });
  const service = { name: 'Montage', unit: 'MODULE', price: 60 };
  return {
    ...company,
    projectId: project.id,
    roofIds: project.roofs.map(({ id }) => id),
    serviceId: (await call(`${url}/v1/services`, headers, service)).id,
    productIds: await createProducts(url, company, ofEachType),
  };
}
