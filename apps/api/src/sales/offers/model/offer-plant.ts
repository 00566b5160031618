import type { Offer, OfferInverter, OfferModule, Project, Roof } from '@pv-planning/contract';
import { StaleReadError } from '@pv-planning/database';
import type {
  InverterLine,
  ModuleLine,
  MppTracker,
  Plant,
  PvModule,
  WiredString,
} from '@pv-planning/string-planner';

export type DesignTemperatures = Pick<Plant, 'designTempMin' | 'designTempMax'>;

/** Cell temperatures that are usual in Germany: the lowest on a winter morning and the highest at noon in summer. */
const usualTemperatures: DesignTemperatures = { designTempMin: -10, designTempMax: 70 };

/** Takes the usual temperatures where the given ones are unknown. */
export function temperaturesOr({
  designTempMin,
  designTempMax,
}: Partial<Pick<Project, keyof DesignTemperatures>>): DesignTemperatures {
  return {
    designTempMin: designTempMin ?? usualTemperatures.designTempMin,
    designTempMax: designTempMax ?? usualTemperatures.designTempMax,
  };
}

/** The planner's input from an offer, or from a request without an offer. */
export interface OfferPlant {
  plant: Plant;
  /** The current wiring. */
  strings: WiredString[];
}

/** The lines of an offer that have strings. */
export type WiredLines = Pick<Offer, 'modules' | 'inverters'>;

/** The roof or ground of the modules of a line. */
export type ModulePlace = Pick<ModuleLine, 'roofId' | 'azimuth' | 'tilt'>;

/** Returns the place of the modules of a line, by its roof. */
export function placesOn(roofs: readonly Roof[]): (line: OfferModule) => ModulePlace {
  const roofById = new Map(roofs.map((roof) => [roof.id, roof]));
  return ({ ref, roofId }) => {
    const roof = roofById.get(roofId);
    // A roof with lines cannot be deleted, so the line must have changed since it was read.
    if (!roof) throw new StaleReadError(`Roof ${roofId} of module line ${ref} does not exist.`);
    return { roofId, azimuth: roof.azimuth, tilt: roof.tilt };
  };
}

export function plantOf(
  { modules, inverters }: WiredLines,
  placeOf: (line: OfferModule, index: number) => ModulePlace,
  { designTempMin, designTempMax }: DesignTemperatures,
): OfferPlant {
  return {
    plant: {
      modules: modules.map((line, index) => moduleLine(line, placeOf(line, index))),
      inverters: inverters.map(inverterLine),
      designTempMin,
      designTempMax,
    },
    strings: inverters.flatMap(({ ref, strings }) =>
      strings.map((string) => ({ ...string, inverterRef: ref })),
    ),
  };
}

function moduleLine({ ref, quantity, materialId, product }: OfferModule, place: ModulePlace): ModuleLine {
  const data = moduleData(product);
  // Lines with the same product can have different data if the catalog changed in between. Such modules must not share a tracker.
  const productId = JSON.stringify([materialId, data]);
  return { ref, ...place, quantity, productId, product: data };
}

/** Returns only electrical data, so that modules that differ only in colour or size are equal. */
function moduleData(product: OfferModule['product']): PvModule {
  return {
    power: product.power,
    vmpp: product.vmpp,
    impp: product.impp,
    voc: product.voc,
    isc: product.isc,
    tempCoefficientVoc: product.tempCoefficientVoc,
    tempCoefficientPmpp: product.tempCoefficientPmpp,
    tempCoefficientVmpp: product.tempCoefficientVmpp,
    tempCoefficientIsc: product.tempCoefficientIsc,
    bifacialGainPercent: product.bifacialGainPercent,
    maxSystemVoltage: product.maxSystemVoltage,
    maxSeriesFuse: product.maxSeriesFuse,
  };
}

function inverterLine({ id, ref, name, product }: OfferInverter): InverterLine {
  return {
    // Empty without an offer.
    lineId: id || null,
    ref,
    name,
    product: {
      acPower: product.acPower,
      acApparentPower: product.acApparentPower,
      phases: product.phases,
      maxDcPower: product.maxDcPower,
      maxDcVoltage: product.maxDcVoltage,
      startVoltage: product.startVoltage,
      optimizerRequired: product.optimizerRequired,
      minModulesPerString: product.minModulesPerString,
      maxModulesPerString: product.maxModulesPerString,
      maxPowerPerString: product.maxPowerPerString,
      maxInputCurrentTotal: product.maxInputCurrentTotal,
      maxShortCircuitCurrentTotal: product.maxShortCircuitCurrentTotal,
      mppTrackers: product.mppTrackers.map(trackerData),
    },
  };
}

/** Omits the name, so that trackers with the same limits are equal. */
function trackerData({
  name: _name,
  ...limits
}: OfferInverter['product']['mppTrackers'][number]): MppTracker {
  return limits;
}
