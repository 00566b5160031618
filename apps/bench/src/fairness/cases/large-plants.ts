import { createOfferCompany, createRecord, type OfferCompany } from '../../offers/dataset.ts';
import { type CaseStage, expectStatus, type FairnessCase, repeated } from '../fairness-case.ts';

const moduleData = {
  power: 440,
  vmpp: 32.99,
  impp: 13.34,
  voc: 39.38,
  isc: 13.98,
  tempCoefficientVoc: -0.25,
  tempCoefficientPmpp: -0.29,
  maxSystemVoltage: 1500,
  maxSeriesFuse: 25,
  length: 1762,
  width: 1134,
};

const tracker = {
  inputCount: 2,
  mppVoltageMin: 160,
  mppVoltageMax: 850,
  maxInputCurrent: 32,
  maxShortCircuitCurrent: 40,
};

interface Plant {
  roofs: number;
  inverters: number;
  trackers: number;
  acPower: number;
}

/** A house. */
const small: Plant = { roofs: 2, inverters: 1, trackers: 2, acPower: 25_000 };
/** A search that ends at its limits, after seconds. */
const large: Plant = { roofs: 30, inverters: 12, trackers: 6, acPower: 30_000 };

/** Creates an offer with modules on each roof. Returns the path of the request that plans its strings. */
async function plantOf({ url }: CaseStage, company: OfferCompany, plant: Plant): Promise<string> {
  const create = (path: string, body: object) =>
    createRecord<{ id: string; roofs: { id: string }[] }>(`${url}/v1/${path}`, company.headers, body);
  const { id: customerId } = await create('customers', { lastName: 'Schneider' });
  const roofs = Array.from({ length: plant.roofs }, (_, index) => ({
    name: `Roof ${index}`,
    roofType: 'GABLE',
    azimuth: (index * 7) % 360,
    tilt: 30,
  }));
  const project = await create('projects', { customerId, roofs });
  const { id: manufacturerId } = await create('manufacturers', { name: `Solarwerk ${customerId}` });
  const module = await create('pv-modules', { name: 'SK 440', manufacturerId, ...moduleData });
  const inverter = await create('inverters', {
    name: 'Hybrid',
    manufacturerId,
    acPower: plant.acPower,
    phases: 3,
    maxDcVoltage: 1000,
    startVoltage: 180,
    mppTrackers: Array(plant.trackers).fill(tracker),
  });
  const offer = await create('offers', {
    projectId: project.id,
    includeAutoAdded: false,
    modules: project.roofs.map(({ id: roofId }, index) => ({
      materialId: module.id,
      roofId,
      quantity: 29 + (index % 3),
      price: 95,
    })),
    inverters: Array.from({ length: plant.inverters }, () => ({ materialId: inverter.id, price: 1850 })),
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
