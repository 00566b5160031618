import type { MaterialType, Project, Service } from '@pv-planning/contract';
import type pg from 'pg';
import { insertPausedEndpoint } from '../api/dataset.ts';
import { insertCatalog } from '../catalog/products.ts';
import { withDatabaseClient } from '../process/database-client.ts';

/** A company with a project and with products and services of every kind, all with prices. */
export interface OfferCompany {
  companyId: string;
  headers: Record<string, string>;
  projectId: string;
  roofIds: string[];
  serviceId: string;
  productIds: ReadonlyMap<MaterialType, string[]>;
}

const products = 400;

/** Sends a body and returns the created record. */
export async function createRecord<T>(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<T> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

const roof = (number: number) => ({
  name: `Roof ${number}`,
  roofType: 'GABLE',
  azimuth: number * 30,
  tilt: 30,
});

async function productIdsOf(client: pg.Client, companyId: string): Promise<Map<MaterialType, string[]>> {
  const { rows } = await client.query<{ type: MaterialType; ids: string[] }>(
    `select material_type as type, array_agg(id::text order by id) as ids
      from material where company_id = $1 group by material_type`,
    [companyId],
  );
  return new Map(rows.map(({ type, ids }) => [type, ids]));
}

/** Creates the company, using the service at `url`. */
export function createOfferCompany(databaseUrl: string, url: string): Promise<OfferCompany> {
  return withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    const { companyId, apiKey } = await insertCatalog(client, products);
    await client.query(insertPausedEndpoint, [companyId]);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const create = <T>(path: string, body: object) => createRecord<T>(`${url}/v1/${path}`, headers, body);
    const { id: customerId } = await create<{ id: string }>('customers', { lastName: 'Schneider' });
    const roofs = [1, 2, 3, 4].map(roof);
    const project = await create<Project>('projects', { customerId, roofs });
    const service = await create<Service>('services', { name: 'Installation', unit: 'MODULE', price: 60 });
    return {
      companyId,
      headers,
      projectId: project.id,
      roofIds: project.roofs.map(({ id }) => id),
      serviceId: service.id,
      productIds: await productIdsOf(client, companyId),
    };
  });
}
