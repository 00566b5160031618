import type { Plant } from '@pv-planning/string-planner';
import { module440, variedPlant } from '@pv-planning/string-planner/testing';
import { createOfferCompany, createRecord, type OfferCompany } from '../../offers/dataset.ts';
import { type CaseStage, expectStatus, type FairnessCase, repeated } from '../fairness-case.ts';

/** A house. */
const small = variedPlant(2, 1);
/** A search that ends at its limits, after seconds. */
const large = variedPlant(30, 12);

/** Creates an offer with modules on each roof. Returns the path of the request that plans its strings. */
async function plantOf({ url }: CaseStage, company: OfferCompany, plant: Plant): Promise<string> {
  const create = (path: string, body: object) =>
    createRecord<{ id: string; roofs: { id: string }[] }>(`${url}/v1/${path}`, company.headers, body);
  const { id: customerId } = await create('customers', { lastName: 'Schneider' });
  const roofs = plant.modules.map(({ ref, azimuth, tilt }) => ({
    name: ref,
    roofType: 'GABLE',
    azimuth,
    tilt,
  }));
  const project = await create('projects', { customerId, roofs });
  const { id: manufacturerId } = await create('manufacturers', { name: `Solarwerk ${customerId}` });
  const size = { length: 1762, width: 1134 };
  const module = await create('pv-modules', { name: 'SK 440', manufacturerId, ...size, ...module440 });
  const inverters: { materialId: string; price: number }[] = [];
  for (const { ref, product } of plant.inverters) {
    const { id: materialId } = await create('inverters', { name: ref, manufacturerId, ...product });
    inverters.push({ materialId, price: 1850 });
  }
  const offer = await create('offers', {
    projectId: project.id,
    includeAutoAdded: false,
    modules: project.roofs.map(({ id: roofId }, index) => ({
      materialId: module.id,
      roofId,
      quantity: plant.modules[index]?.quantity,
      price: 95,
    })),
    inverters,
  });
  return `/v1/offers/${offer.id}/plan-strings`;
}

export const largePlants: FairnessCase = {
  measured: 'string plans of a company while another',
  name: 'plans two plants that take seconds, again and again',
  async prepare(stage) {
    const { url, databaseUrl } = stage;
    const [busy, other] = [
      await createOfferCompany(databaseUrl, url),
      await createOfferCompany(databaseUrl, url),
    ];
    const paths = [await plantOf(stage, busy, large), await plantOf(stage, busy, large)];
    const request = { method: 'POST', body: '{}' };
    const { headers } = busy;
    return {
      load: async (signal) => {
        await Promise.all(
          paths.map((path) =>
            repeated(signal, () => expectStatus([200, 429, 503], url + path, { ...request, headers })),
          ),
        );
      },
      visitor: { url, headers: other.headers, path: await plantOf(stage, other, small), request },
    };
  },
};
