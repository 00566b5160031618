import type { Plant } from '@pv-planning/string-planner';
import { module440, variedPlant } from '@pv-planning/string-planner/testing';
import { expectStatus, repeated } from '../process/requests.ts';
import { call } from '../records/call.ts';
import type { Company } from '../records/company.ts';
import type { FairnessCase } from './fairness-case.ts';

/** A house. */
const small = variedPlant(2, 1);
/** A search that ends at its limits, after seconds. */
const large = variedPlant(30, 12);

/** Adds the products of a plant to the catalog of a company. Returns the request that plans its strings. */
async function planOf(url: string, { headers }: Company, { modules, inverters }: Plant) {
  const create = async (path: string, body: object) => (await call(`${url}/v1/${path}`, headers, body)).id;
  const manufacturerId = await create('manufacturers', { name: 'Solarwerk' });
  const size = { length: 1762, width: 1134 };
  const materialId = await create('pv-modules', { name: 'SK 440', manufacturerId, ...size, ...module440 });
  const inverterIds: string[] = [];
  for (const { ref, product } of inverters)
    inverterIds.push(await create('inverters', { name: ref, manufacturerId, ...product }));
  const body = {
    modules: modules.map(({ ref, quantity, azimuth, tilt }) => ({
      ref,
      materialId,
      quantity,
      azimuth,
      tilt,
    })),
    inverters: inverterIds.map((id) => ({ materialId: id })),
  };
  return {
    url: `${url}/v1/string-plans`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export const largePlants: FairnessCase = {
  measured: 'string plans of a company while another',
  name: 'plans a plant that takes seconds, twice at the same time, again and again',
  async prepare({ url, busy, other }) {
    const { url: plans, ...options } = await planOf(url, busy, large);
    const plan = () => expectStatus([200, 429, 503], plans, options);
    return {
      load: async (signal) => void (await Promise.all([repeated(signal, plan), repeated(signal, plan)])),
      visitor: await planOf(url, other, small),
    };
  },
};
