import type { Body, Offer, StringPlan, StringPlanFinding } from '@pv-planning/contract';
import type { OfferCompany } from './offer-company.ts';
import { inverter as inverterBody, pvModule } from './product-bodies.ts';

export type OfferBody = Partial<Body<'createOffer'>>;
export type ModuleBody = Body<'createPvModule'>;
type InverterBody = Body<'createInverter'>;

/** The German house of test vector V9 of the string planner. */
export const module440: Partial<ModuleBody> = {
  voc: 39.38,
  vmpp: 32.99,
  isc: 13.98,
  impp: 13.34,
  maxSeriesFuse: 25,
};
export const tracker = {
  inputCount: 1,
  mppVoltageMin: 160,
  mppVoltageMax: 850,
  maxInputCurrent: 16,
  maxShortCircuitCurrent: 20,
};
export const inverter10: Partial<InverterBody> = {
  acApparentPower: 10_000,
  maxDcPower: 15_000,
  startVoltage: 180,
  mppTrackers: [tracker, tracker],
};
export const twoInputs = { ...tracker, inputCount: 2, maxInputCurrent: 32, maxShortCircuitCurrent: 40 };

const directions = { south: 180, west: 270, north: 0, flat: null } as const;
export type Direction = keyof typeof directions;
export const roofNames = Object.keys(directions) as Direction[];

const houseRoofs = roofNames.map((name) => {
  const azimuth = directions[name];
  return { name, roofType: azimuth === null ? 'FLAT' : 'GABLE', azimuth, tilt: 30 } as const;
});

/** Parses a string: `2 west 10` is a string of 10 modules of the line `west` on tracker 2. */
export function string(text: string) {
  const [mppTracker = '', moduleRef = '', moduleCount = ''] = text.split(' ');
  return { mppTracker: Number(mppTracker), moduleRef, moduleCount: Number(moduleCount) };
}

/** Formats each string like `1.2.1: 10 west`. */
export function stringsOf(proposal: StringPlan | null): string[] | undefined {
  return proposal?.inverters.flatMap(({ trackers }) =>
    trackers.flatMap(({ strings }) =>
      strings.map(({ label, moduleCount, moduleRef }) => `${label}: ${moduleCount} ${moduleRef}`),
    ),
  );
}

/** Formats each finding like `R1 ERROR 1027.82, 1000 V`. */
export function findingsOf({ findings }: StringPlan): string[] {
  return findings.map(({ rule, severity, result, value, limit, unit }) =>
    result === 'NOT_CHECKED' ? `${rule} ${result}` : `${rule} ${severity} ${value}, ${limit} ${unit}`,
  );
}

export const isFailure = ({ result }: StringPlanFinding) => result === 'FAILED';

/** Creates the house with its products. Returns functions that send requests for its wiring. */
export async function newWiredProject({ done, products, siteId, customerId }: OfferCompany) {
  const { manufacturerId } = await done('getPvModule', { id: products.module });
  const sold = { manufacturerId: manufacturerId ?? '', sellingPrices: [{ siteId, net: 100 }] };

  async function newModule(over: Partial<ModuleBody> = module440): Promise<string> {
    return (await done('createPvModule', {}, { ...pvModule, ...sold, ...over })).id;
  }

  async function newInverter(over: Partial<InverterBody> = inverter10): Promise<string> {
    return (await done('createInverter', {}, { ...inverterBody, ...sold, ...over })).id;
  }

  async function newHouse(over: Partial<Body<'createProject'>> = {}) {
    const project = await done('createProject', {}, { customerId, roofs: houseRoofs, ...over });
    const roofIds = new Map(project.roofs.map(({ name, id }) => [name as Direction, id]));
    return { project, roofOf: (name: Direction) => roofIds.get(name) ?? '' };
  }

  const { project, roofOf } = await newHouse();
  const [v9Module, v9Inverter] = [await newModule(), await newInverter()];

  function field(direction: Direction, quantity: number, materialId = v9Module, ref: string = direction) {
    return { ref, materialId, roofId: roofOf(direction), quantity };
  }

  const v9: OfferBody = {
    modules: [field('south', 14), field('west', 10)],
    inverters: [{ ref: 'wr', materialId: v9Inverter }],
  };

  const offerOf = (body: OfferBody) =>
    done('createOffer', {}, { projectId: project.id, includeAutoAdded: false, ...body });

  return {
    newModule,
    newInverter,
    newHouse,
    project,
    roofOf,
    v9Module,
    v9Inverter,
    field,
    v9,
    wired: (...strings: string[]): OfferBody => ({
      ...v9,
      inverters: [{ ref: 'wr', materialId: v9Inverter, strings: strings.map(string) }],
    }),
    offerOf,
    async plan(body: OfferBody) {
      const { id } = await offerOf(body);
      return done('planOfferStrings', { id }, {});
    },
    apply: ({ id }: Pick<Offer, 'id'>) => done('planOfferStrings', { id }, { apply: true }),
  };
}
