import type {
  Company,
  Customer,
  ElectricalContractor,
  GridOperator,
  OfferBattery,
  OfferInverter,
  Project,
} from '@pv-planning/contract';
import { couplingOf, type RegisteredOffer, type Unit } from './plant.ts';

/** The data of a registration. */
export interface Registration {
  offer: RegisteredOffer;
  project: Project;
  customer: Customer;
  /** The name under which documents address the customer; null if there is none. */
  customerName: string | null;
  company: Company;
  operator: GridOperator;
  contractor: ElectricalContractor | null;
}

/** A registration with the parts that many fields need. */
export interface Facts extends Registration {
  units: readonly Unit[];
  /** The unit that the form is about; null if the offer has none, or several for a form that is about all. */
  unit: Unit | null;
  battery: OfferBattery | null;
  /** The inverter of a DC-coupled battery. */
  batteryInverter: OfferInverter | null;
}

/** A record of the API, named as the list in its path: `inverters`. */
export type SourceResource =
  | 'offers'
  | 'projects'
  | 'customers'
  | 'company'
  | 'grid-operators'
  | 'electrical-contractors'
  | 'inverters'
  | 'batteries'
  | 'pv-modules'
  | 'wallboxes';

/** Where a value is entered: a record and a JSON Pointer in it. */
export interface FieldSource {
  resource: SourceResource;
  id: string;
  path: string;
}

export type Source = FieldSource | null;

const at = (resource: SourceResource, id: string, path: string): FieldSource => ({ resource, id, path });

export const inProject = (path: string) => (facts: Facts) => at('projects', facts.project.id, path);
export const inCustomer = (path: string) => (facts: Facts) => at('customers', facts.customer.id, path);
export const inCompany = (path: string) => (facts: Facts) => at('company', facts.company.id, path);
export const inOperator = (path: string) => (facts: Facts) => at('grid-operators', facts.operator.id, path);
export const inOffer = (path: string) => (facts: Facts) => at('offers', facts.offer.id, path);

/** Where the name of the customer is entered. */
export const inCustomerName = (facts: Facts) =>
  inCustomer(facts.customer.companyName === null ? '/lastName' : '/companyName')(facts);

/** Without a contractor there is no record. */
export const inContractor =
  (path: string) =>
  ({ contractor }: Facts): Source =>
    contractor && at('electrical-contractors', contractor.id, path);

export const inUnit =
  (path: string) =>
  ({ unit, offer }: Facts): Source =>
    unit ? at('inverters', unit.materialId, path) : at('offers', offer.id, '/inverters');

export const inBattery =
  (path: string) =>
  ({ battery, offer }: Facts): Source =>
    battery ? at('batteries', battery.materialId, path) : at('offers', offer.id, '/batteries');

/** The value of the first inverter that lacks it. */
export const inInverterWithout =
  (field: 'acApparentPower' | 'integratedNaProtection') =>
  ({ offer }: Facts): Source => {
    const lacking = offer.inverters.find(({ product }) => product[field] === null);
    return lacking ? at('inverters', lacking.materialId, `/${field}`) : at('offers', offer.id, '/inverters');
  };

/** The first unknown power of the devices that an offer connects to the grid. */
export function inNewPower(facts: Facts, batteryPath = '/apparentPower'): Source {
  const { offer, battery } = facts;
  if (
    offer.inverters.some(({ product }) => product.acApparentPower === null) ||
    !battery ||
    isDcCoupled(battery)
  )
    return inInverterWithout('acApparentPower')(facts);
  return inBattery(couplingOf(battery) === null ? '/coupling' : batteryPath)(facts);
}

/** The first unknown power of existing plants, otherwise of the devices that the offer adds. */
export const inPowerAtSite =
  (batteryPath: string) =>
  (facts: Facts): Source => {
    const system = facts.project.existingSystems.findIndex(
      ({ apparentPowerKva }) => apparentPowerKva === null,
    );
    if (system >= 0) return inProject(`/existingSystems/${system}/apparentPowerKva`)(facts);
    return inNewPower(facts, batteryPath);
  };

/** The first unknown value among those that determine the grid and plant protection. */
export function inWhatDecidesOnProtection(facts: Facts): Source {
  const { offer, project, battery } = facts;
  if (offer.inverters.some(({ product }) => product.acApparentPower === null))
    return inInverterWithout('acApparentPower')(facts);
  const system = project.existingSystems.findIndex(({ apparentPowerKva }) => apparentPowerKva === null);
  if (system >= 0) return inProject(`/existingSystems/${system}/apparentPowerKva`)(facts);
  if (battery && couplingOf(battery) === null) return inBattery('/coupling')(facts);
  if (battery && couplingOf(battery) === 'AC' && battery.product.apparentPower === null)
    return inBattery('/apparentPower')(facts);
  if (battery && couplingOf(battery) === 'AC' && battery.product.integratedNaProtection === null)
    return inBattery('/integratedNaProtection')(facts);
  return inInverterWithout('integratedNaProtection')(facts);
}

/** The converter of a battery: its inverter if it is DC-coupled, otherwise a part of the battery. */
export const isDcCoupled = (battery: OfferBattery) => couplingOf(battery) === 'DC';

/** Where a value of the converter is entered. */
export const inConverter =
  (inverterPath: string, batteryPath: string) =>
  (facts: Facts): Source => {
    const { battery, batteryInverter, offer } = facts;
    if (!battery) return at('offers', offer.id, '/batteries');
    if (couplingOf(battery) === null) return at('batteries', battery.materialId, '/coupling');
    if (!isDcCoupled(battery)) return at('batteries', battery.materialId, batteryPath);
    if (batteryInverter) return at('inverters', batteryInverter.materialId, inverterPath);
    const index = offer.batteries.indexOf(battery);
    return at('offers', offer.id, `/batteries/${index}/inverterRef`);
  };

export function inConnectionHolder(facts: Facts): Source {
  const { isOwner } = facts.project;
  if (isOwner === null) return inProject('/isOwner')(facts);
  return isOwner ? inCustomerName(facts) : inProject('/ownerName')(facts);
}
