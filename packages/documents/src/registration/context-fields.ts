import type {
  Address,
  Company,
  Customer,
  ElectricalContractor,
  GridOperator,
  OfferBattery,
  OfferInverter,
  Project,
} from '@pv-planning/contract';
import { joined } from '../address.ts';
import {
  couplingOf,
  kilo,
  naProtection,
  type RegisteredOffer,
  ratedCurrent,
  sumOfKnown,
  type Unit,
  usableCapacity,
} from './plant.ts';
import type { ContextPrimitive, ValueType } from './printed-value.ts';

/** What a registration is computed from. */
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

type Source = FieldSource | null;

export interface ContextField extends ValueType {
  /** For people, in German. */
  label: string;
  value: (facts: Facts) => ContextPrimitive | null;
  source: (facts: Facts) => Source;
}

const at = (resource: SourceResource, id: string, path: string): FieldSource => ({ resource, id, path });

const inProject = (path: string) => (facts: Facts) => at('projects', facts.project.id, path);
const inCustomer = (path: string) => (facts: Facts) => at('customers', facts.customer.id, path);
const inCompany = (path: string) => (facts: Facts) => at('company', facts.company.id, path);
const inOperator = (path: string) => (facts: Facts) => at('grid-operators', facts.operator.id, path);
const inOffer = (path: string) => (facts: Facts) => at('offers', facts.offer.id, path);

/** Where the name of the customer is entered. */
const inCustomerName = (facts: Facts) =>
  inCustomer(facts.customer.companyName === null ? '/lastName' : '/companyName')(facts);

/** Without a contractor there is no record. */
const inContractor =
  (path: string) =>
  ({ contractor }: Facts): Source =>
    contractor && at('electrical-contractors', contractor.id, path);

const inUnit =
  (path: string) =>
  ({ unit, offer }: Facts): Source =>
    unit ? at('inverters', unit.materialId, path) : at('offers', offer.id, '/inverters');

const inBattery =
  (path: string) =>
  ({ battery, offer }: Facts): Source =>
    battery ? at('batteries', battery.materialId, path) : at('offers', offer.id, '/batteries');

/** The value of the first inverter that lacks it. */
const inInverterWithout =
  (field: 'acApparentPower' | 'integratedNaProtection') =>
  ({ offer }: Facts): Source => {
    const lacking = offer.inverters.find(({ product }) => product[field] === null);
    return lacking ? at('inverters', lacking.materialId, `/${field}`) : at('offers', offer.id, '/inverters');
  };

/** The first value of those on which the grid and plant protection depends that is unknown. */
function inWhatDecidesOnProtection(facts: Facts): Source {
  const { offer, project, battery } = facts;
  if (offer.inverters.some(({ product }) => product.acApparentPower === null))
    return inInverterWithout('acApparentPower')(facts);
  const system = project.existingSystems.findIndex(({ apparentPowerKva }) => apparentPowerKva === null);
  if (system >= 0) return inProject(`/existingSystems/${system}/apparentPowerKva`)(facts);
  if (battery && couplingOf(battery) === null) return inBattery('/coupling')(facts);
  if (battery && couplingOf(battery) === 'AC' && battery.product.apparentPower === null)
    return inBattery('/apparentPower')(facts);
  return inInverterWithout('integratedNaProtection')(facts);
}

const streetOf = (address: Address | null) => joined([address?.street, address?.houseNumber]) || null;
const postalCityOf = (address: Address | null) => joined([address?.postalCode, address?.city]) || null;

/** The converter of a battery: its inverter if it is DC-coupled, otherwise a part of the battery. */
const isDcCoupled = (battery: OfferBattery) => couplingOf(battery) === 'DC';

function ofConverter<Value>(
  { battery, batteryInverter }: Facts,
  ofInverter: (inverter: OfferInverter) => Value,
  ofBattery: (battery: OfferBattery) => Value,
): Value | null {
  if (!battery || couplingOf(battery) === null) return null;
  if (!isDcCoupled(battery)) return ofBattery(battery);
  return batteryInverter && ofInverter(batteryInverter);
}

/** Where a value of the converter is entered. */
const inConverter =
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

/** The power of a battery in W, which its inverter can limit. */
function batteryPower(
  { battery, batteryInverter }: Facts,
  field: 'maxChargePower' | 'maxDischargePower',
  inverterField: 'maxBatteryChargePower' | 'maxBatteryDischargePower',
): number | null {
  const each = battery?.product[field] ?? null;
  if (!battery || each === null) return null;
  const limit = isDcCoupled(battery) ? (batteryInverter?.product[inverterField] ?? null) : null;
  const all = battery.quantity * each;
  return limit === null ? all : Math.min(all, limit);
}

/** Whether the house can be supplied without the grid by these inverters. */
function suppliesWithoutGrid({ offer }: Facts, refs: readonly string[]): boolean {
  return offer.emergencyPower.some(({ inverterRef }) => inverterRef !== null && refs.includes(inverterRef));
}

interface Line {
  quantity: number;
  manufacturerName: string | null;
  name: string;
  product: { model: string | null };
}

/** Lines as text: `14 × Sonnenwerk Aurora 440`. */
function listOf(lines: readonly Line[]): string | null {
  const counts = new Map<string, number>();
  for (const { quantity, manufacturerName, name, product } of lines) {
    const model = product.model ?? name;
    const type =
      manufacturerName !== null && model.startsWith(manufacturerName)
        ? model
        : joined([manufacturerName, model]);
    counts.set(type, (counts.get(type) ?? 0) + quantity);
  }
  return [...counts].map(([type, count]) => `${count} × ${type}`).join('; ') || null;
}

const modulePower = ({ offer }: Facts) =>
  offer.modules.reduce((sum, { quantity, product }) => sum + quantity * product.power, 0);

const existingPower = ({ project }: Facts) =>
  sumOfKnown(project.existingSystems.filter(({ type }) => type === 'PV').map(({ powerKwp }) => powerKwp));

const wallboxPower = ({ offer }: Facts) =>
  offer.wallboxes.reduce((sum, { quantity, product }) => sum + quantity * product.chargingPower, 0);

/** Above this charging power, a wallbox is a controllable device (§ 14a EnWG). */
const maxUncontrollableWatts = 4_200;

/** The number of a contractor with this grid operator. */
function registrationNumber({ contractor, operator }: Facts): string | null {
  if (!contractor) return null;
  const own = contractor.registrations.find(({ networkCarrierId }) => networkCarrierId === operator.id);
  return own?.number ?? contractor.registrationNumber;
}

/** The grid operator with whom the contractor has this number. */
function registeredWith({ contractor, operator }: Facts): string | null {
  if (!contractor) return null;
  const isOwn = contractor.registrations.some(({ networkCarrierId }) => networkCarrierId === operator.id);
  return isOwn ? operator.name : contractor.registeredWith;
}

/** The owner of the building. A customer who may be a tenant is not taken for the owner. */
function connectionHolderName({ project, customerName }: Facts): string | null {
  return project.isOwner ? customerName : project.ownerName;
}

function inConnectionHolder(facts: Facts): Source {
  const { isOwner } = facts.project;
  if (isOwner === null) return inProject('/isOwner')(facts);
  return isOwner ? inCustomerName(facts) : inProject('/ownerName')(facts);
}

/** All values that registration forms can show. Maps of forms name them by path. */
export const contextFields = {
  'operator.name': {
    kind: 'text',
    label: 'Netzbetreiber',
    value: ({ operator }) => operator.name,
    source: inOperator('/name'),
  },
  'offer.number': {
    kind: 'text',
    label: 'Angebotsnummer',
    value: ({ offer }) => offer.number,
    source: inOffer('/number'),
  },

  'customer.displayName': {
    kind: 'text',
    label: 'Name des Kunden',
    value: ({ customerName }) => customerName,
    source: inCustomerName,
  },
  'customer.firstName': {
    kind: 'text',
    label: 'Vorname des Kunden',
    value: ({ customer }) => customer.firstName,
    source: inCustomer('/firstName'),
  },
  'customer.lastName': {
    kind: 'text',
    label: 'Nachname des Kunden',
    value: ({ customer }) => customer.lastName,
    source: inCustomer('/lastName'),
  },
  'customer.companyName': {
    kind: 'text',
    label: 'Firma des Kunden',
    value: ({ customer }) => customer.companyName,
    source: inCustomer('/companyName'),
  },
  'customer.dateOfBirth': {
    kind: 'day',
    label: 'Geburtsdatum des Kunden',
    value: ({ customer }) => customer.dateOfBirth,
    source: inCustomer('/dateOfBirth'),
  },
  'customer.street': {
    kind: 'text',
    label: 'Straße und Hausnummer des Kunden',
    value: ({ customer }) => streetOf(customer.address),
    source: inCustomer('/address/street'),
  },
  'customer.postalCode': {
    kind: 'text',
    label: 'PLZ des Kunden',
    value: ({ customer }) => customer.address?.postalCode ?? null,
    source: inCustomer('/address/postalCode'),
  },
  'customer.city': {
    kind: 'text',
    label: 'Ort des Kunden',
    value: ({ customer }) => customer.address?.city ?? null,
    source: inCustomer('/address/city'),
  },
  'customer.postalCodeAndCity': {
    kind: 'text',
    label: 'PLZ und Ort des Kunden',
    value: ({ customer }) => postalCityOf(customer.address),
    source: inCustomer('/address/city'),
  },
  'customer.phone': {
    kind: 'text',
    label: 'Telefon des Kunden',
    value: ({ customer }) => customer.phone ?? customer.mobile,
    source: (facts) => {
      const { phone, mobile } = facts.customer;
      return inCustomer(phone === null && mobile !== null ? '/mobile' : '/phone')(facts);
    },
  },
  'customer.email': {
    kind: 'text',
    label: 'E-Mail des Kunden',
    value: ({ customer }) => customer.email,
    source: inCustomer('/email'),
  },

  'project.name': {
    kind: 'text',
    label: 'Name des Projekts',
    value: ({ project }) => project.name,
    source: inProject('/name'),
  },
  'project.street': {
    kind: 'text',
    label: 'Straße und Hausnummer der Anlage',
    value: ({ project }) => streetOf(project.address),
    source: inProject('/address/street'),
  },
  'project.postalCode': {
    kind: 'text',
    label: 'PLZ der Anlage',
    value: ({ project }) => project.address?.postalCode ?? null,
    source: inProject('/address/postalCode'),
  },
  'project.city': {
    kind: 'text',
    label: 'Ort der Anlage',
    value: ({ project }) => project.address?.city ?? null,
    source: inProject('/address/city'),
  },
  'project.postalCodeAndCity': {
    kind: 'text',
    label: 'PLZ und Ort der Anlage',
    value: ({ project }) => postalCityOf(project.address),
    source: inProject('/address/city'),
  },
  'project.district': {
    kind: 'text',
    label: 'Ortsteil der Anlage',
    value: ({ project }) => project.address?.district ?? null,
    source: inProject('/address/district'),
  },
  'project.cadastralDistrict': {
    kind: 'text',
    label: 'Gemarkung',
    value: ({ project }) => project.cadastralDistrict,
    source: inProject('/cadastralDistrict'),
  },
  'project.cadastralSection': {
    kind: 'text',
    label: 'Flur',
    value: ({ project }) => project.cadastralSection,
    source: inProject('/cadastralSection'),
  },
  'project.parcelNumber': {
    kind: 'text',
    label: 'Flurstück',
    value: ({ project }) => project.parcelNumber,
    source: inProject('/parcelNumber'),
  },
  'project.meterNumber': {
    kind: 'text',
    label: 'Zählernummer',
    value: ({ project }) => project.meterNumber,
    source: inProject('/meterNumber'),
  },
  'project.meterLocation': {
    kind: 'text',
    label: 'Ort des Zählers',
    value: ({ project }) => project.meterLocation,
    source: inProject('/meterLocation'),
  },
  'project.meteringPointId': {
    kind: 'text',
    label: 'Messlokation',
    value: ({ project }) => project.meteringPointId,
    source: inProject('/meteringPointId'),
  },
  'project.marketLocationId': {
    kind: 'text',
    label: 'Marktlokation',
    value: ({ project }) => project.marketLocationId,
    source: inProject('/marketLocationId'),
  },
  'project.meteringConcept': {
    kind: 'code',
    values: ['BIDIRECTIONAL', 'CASCADE', 'CONVERTER', 'RLM'],
    label: 'Messkonzept',
    value: ({ project }) => project.meteringConcept,
    source: inProject('/meteringConcept'),
  },
  'project.mainFuseA': {
    kind: 'number',
    label: 'Hausanschlusssicherung in A',
    value: ({ project }) => project.mainFuseA,
    source: inProject('/mainFuseA'),
  },
  'project.groundingSystem': {
    kind: 'code',
    values: ['TN_C', 'TN_S', 'TN_C_S', 'TT', 'IT'],
    label: 'Netzform',
    value: ({ project }) => project.groundingSystem,
    source: inProject('/groundingSystem'),
  },
  'project.connectionPowerKw': {
    kind: 'number',
    label: 'Anschlussleistung in kW',
    value: ({ project }) => project.connectionPowerKw,
    source: inProject('/connectionPowerKw'),
  },
  'project.feedInType': {
    kind: 'code',
    values: ['SURPLUS', 'FULL', 'ZERO', 'ISLAND'],
    label: 'Art der Einspeisung',
    value: ({ project }) => project.feedInType,
    source: inProject('/feedInType'),
  },
  'project.plannedCommissioningOn': {
    kind: 'day',
    label: 'Geplante Inbetriebsetzung',
    value: ({ project }) => project.plannedCommissioningOn,
    source: inProject('/plannedCommissioningOn'),
  },
  'project.mastrNumber': {
    kind: 'text',
    label: 'Nummer der Anlage im Marktstammdatenregister',
    value: ({ project }) => project.mastrNumber,
    source: inProject('/mastrNumber'),
  },
  'project.isOwner': {
    kind: 'boolean',
    label: 'Kunde ist Eigentümer',
    value: ({ project }) => project.isOwner,
    source: inProject('/isOwner'),
  },
  'project.ownerName': {
    kind: 'text',
    label: 'Eigentümer',
    value: ({ project, customerName }) => project.ownerName ?? (project.isOwner ? customerName : null),
    source: inProject('/ownerName'),
  },
  'project.ownerConsent': {
    kind: 'boolean',
    label: 'Zustimmung des Eigentümers',
    // An owner needs nobody's consent.
    value: ({ project }) => project.isOwner || project.ownerConsent,
    source: inProject('/ownerConsent'),
  },

  'company.name': {
    kind: 'text',
    label: 'Name des Unternehmens',
    value: ({ company }) => company.name,
    source: inCompany('/name'),
  },
  'company.street': {
    kind: 'text',
    label: 'Straße und Hausnummer des Unternehmens',
    value: ({ company }) => streetOf(company.address),
    source: inCompany('/address/street'),
  },
  'company.postalCodeAndCity': {
    kind: 'text',
    label: 'PLZ und Ort des Unternehmens',
    value: ({ company }) => postalCityOf(company.address),
    source: inCompany('/address/city'),
  },
  'company.phone': {
    kind: 'text',
    label: 'Telefon des Unternehmens',
    value: ({ company }) => company.phone,
    source: inCompany('/phone'),
  },
  'company.email': {
    kind: 'text',
    label: 'E-Mail des Unternehmens',
    value: ({ company }) => company.email,
    source: inCompany('/email'),
  },

  'contractor.name': {
    kind: 'text',
    label: 'Elektrofachbetrieb',
    value: ({ contractor }) => contractor?.name ?? null,
    source: inContractor('/name'),
  },
  'contractor.street': {
    kind: 'text',
    label: 'Straße und Hausnummer des Elektrofachbetriebs',
    value: ({ contractor }) => streetOf(contractor?.address ?? null),
    source: inContractor('/address/street'),
  },
  'contractor.postalCode': {
    kind: 'text',
    label: 'PLZ des Elektrofachbetriebs',
    value: ({ contractor }) => contractor?.address?.postalCode ?? null,
    source: inContractor('/address/postalCode'),
  },
  'contractor.city': {
    kind: 'text',
    label: 'Ort des Elektrofachbetriebs',
    value: ({ contractor }) => contractor?.address?.city ?? null,
    source: inContractor('/address/city'),
  },
  'contractor.postalCodeAndCity': {
    kind: 'text',
    label: 'PLZ und Ort des Elektrofachbetriebs',
    value: ({ contractor }) => postalCityOf(contractor?.address ?? null),
    source: inContractor('/address/city'),
  },
  'contractor.phone': {
    kind: 'text',
    label: 'Telefon des Elektrofachbetriebs',
    value: ({ contractor }) => contractor?.phone ?? null,
    source: inContractor('/phone'),
  },
  'contractor.email': {
    kind: 'text',
    label: 'E-Mail des Elektrofachbetriebs',
    value: ({ contractor }) => contractor?.email ?? null,
    source: inContractor('/email'),
  },
  'contractor.contactPerson': {
    kind: 'text',
    label: 'Ansprechpartner des Elektrofachbetriebs',
    value: ({ contractor }) => contractor?.contactPerson ?? null,
    source: inContractor('/contactPerson'),
  },
  'contractor.responsiblePerson': {
    kind: 'text',
    label: 'Verantwortliche Elektrofachkraft',
    value: ({ contractor }) => contractor?.responsiblePerson ?? null,
    source: inContractor('/responsiblePerson'),
  },
  'contractor.registrationNumber': {
    kind: 'text',
    label: 'Eintragungsnummer',
    value: registrationNumber,
    source: (facts) => {
      const { contractor, operator } = facts;
      const own =
        contractor?.registrations.findIndex((entry) => entry.networkCarrierId === operator.id) ?? -1;
      return inContractor(own < 0 ? '/registrationNumber' : `/registrations/${own}/number`)(facts);
    },
  },
  'contractor.registeredWith': {
    kind: 'text',
    label: 'Eingetragen bei',
    value: registeredWith,
    source: inContractor('/registeredWith'),
  },

  'unit.manufacturer': {
    kind: 'text',
    label: 'Hersteller der Erzeugungseinheit',
    value: ({ unit }) => unit?.manufacturerName ?? null,
    source: inUnit('/manufacturerId'),
  },
  'unit.model': {
    kind: 'text',
    label: 'Typ der Erzeugungseinheit',
    value: ({ unit }) => unit?.product.model ?? null,
    source: inUnit('/name'),
  },
  'unit.count': {
    kind: 'number',
    decimals: 0,
    label: 'Anzahl baugleicher Erzeugungseinheiten',
    value: ({ unit }) => unit?.count ?? null,
    source: inOffer('/inverters'),
  },
  'unit.activePowerKw': {
    kind: 'number',
    decimals: 2,
    label: 'Max. Wirkleistung P_Emax in kW',
    value: ({ unit }) => unit && kilo(unit.product.acPower),
    source: inUnit('/acPower'),
  },
  'unit.apparentPowerKva': {
    kind: 'number',
    decimals: 2,
    label: 'Max. Scheinleistung S_Emax in kVA',
    value: ({ unit }) => unit && kilo(unit.product.acApparentPower),
    source: inUnit('/acApparentPower'),
  },
  'unit.ratedCurrentA': {
    kind: 'number',
    decimals: 1,
    label: 'Bemessungsstrom I_r in A',
    value: ({ unit }) => unit && ratedCurrent(unit.product.acApparentPower, unit.product.phases),
    source: inUnit('/acApparentPower'),
  },
  'unit.phases': {
    kind: 'number',
    decimals: 0,
    label: 'Phasen der Netzeinspeisung',
    value: ({ unit }) => unit?.product.phases ?? null,
    source: inUnit('/phases'),
  },
  'unit.gridVoltageV': {
    kind: 'number',
    decimals: 0,
    label: 'Nennspannung in V',
    value: ({ unit }) => unit?.product.gridVoltage ?? null,
    source: inUnit('/gridVoltage'),
  },
  'unit.cosPhiMin': {
    kind: 'number',
    decimals: 2,
    label: 'Kleinster Verschiebungsfaktor cos φ',
    value: ({ unit }) => unit?.product.cosPhiMin ?? null,
    source: inUnit('/cosPhiMin'),
  },
  'unit.cosPhiMax': {
    kind: 'number',
    decimals: 2,
    label: 'Größter Verschiebungsfaktor cos φ',
    value: ({ unit }) => unit?.product.cosPhiMax ?? null,
    source: inUnit('/cosPhiMax'),
  },
  'unit.islandOperation': {
    kind: 'boolean',
    label: 'Inselbetrieb vorgesehen',
    value: (facts) => facts.unit && suppliesWithoutGrid(facts, facts.unit.refs),
    source: inOffer('/inverters'),
  },
  'unit.blackStartCapable': {
    kind: 'boolean',
    label: 'Schwarzstartfähig',
    value: ({ unit }) => unit?.product.blackStartCapable ?? null,
    source: inUnit('/blackStartCapable'),
  },
  'unit.integratedNaProtection': {
    kind: 'boolean',
    label: 'NA-Schutz integriert',
    value: ({ unit }) => unit?.product.integratedNaProtection ?? null,
    source: inUnit('/integratedNaProtection'),
  },
  'unit.certificateNumber': {
    kind: 'text',
    label: 'Einheitenzertifikat',
    value: ({ unit }) => unit?.product.unitCertificateNumber ?? null,
    source: inUnit('/unitCertificateNumber'),
  },
  'unit.zerezId': {
    kind: 'text',
    label: 'ZEREZ-ID',
    value: ({ unit }) => unit?.product.zerezId ?? null,
    source: inUnit('/zerezId'),
  },

  'battery.manufacturer': {
    kind: 'text',
    label: 'Hersteller des Speichers',
    value: ({ battery }) => battery?.manufacturerName ?? null,
    source: inBattery('/manufacturerId'),
  },
  'battery.model': {
    kind: 'text',
    label: 'Typ des Speichers',
    value: ({ battery }) => battery?.product.model ?? null,
    source: inBattery('/name'),
  },
  'battery.count': {
    kind: 'number',
    decimals: 0,
    label: 'Anzahl baugleicher Speicher',
    value: ({ battery }) => battery?.quantity ?? null,
    source: inOffer('/batteries'),
  },
  'battery.usableCapacityKwh': {
    kind: 'number',
    decimals: 2,
    label: 'Nutzbare Speicherkapazität in kWh',
    value: ({ battery }) => battery && usableCapacity(battery),
    source: inBattery('/usableCapacity'),
  },
  'battery.chargePowerKw': {
    kind: 'number',
    decimals: 2,
    label: 'Max. Wirkleistung beim Laden in kW',
    value: (facts) => kilo(batteryPower(facts, 'maxChargePower', 'maxBatteryChargePower')),
    source: inBattery('/maxChargePower'),
  },
  'battery.dischargePowerKw': {
    kind: 'number',
    decimals: 2,
    label: 'Max. Wirkleistung beim Entladen in kW',
    value: (facts) => kilo(batteryPower(facts, 'maxDischargePower', 'maxBatteryDischargePower')),
    source: inBattery('/maxDischargePower'),
  },
  'battery.coupling': {
    kind: 'code',
    values: ['AC', 'DC'],
    label: 'Kopplung des Speichers',
    value: ({ battery }) => battery && couplingOf(battery),
    source: inBattery('/coupling'),
  },
  'battery.converterManufacturer': {
    kind: 'text',
    label: 'Hersteller des Umrichters',
    value: (facts) =>
      ofConverter<string | null>(
        facts,
        ({ manufacturerName }) => manufacturerName,
        ({ manufacturerName }) => manufacturerName,
      ),
    source: inConverter('/manufacturerId', '/manufacturerId'),
  },
  'battery.converterModel': {
    kind: 'text',
    label: 'Typ des Umrichters',
    value: (facts) =>
      ofConverter<string | null>(
        facts,
        ({ product }) => product.model,
        ({ product }) => product.model,
      ),
    source: inConverter('/name', '/name'),
  },
  'battery.phases': {
    kind: 'number',
    decimals: 0,
    label: 'Phasen des Umrichters',
    value: (facts) =>
      ofConverter<number | null>(
        facts,
        ({ product }) => product.phases,
        ({ product }) => product.phases,
      ),
    source: inConverter('/phases', '/phases'),
  },
  'battery.apparentPowerKva': {
    kind: 'number',
    decimals: 2,
    label: 'Max. Scheinleistung des Umrichters in kVA',
    value: (facts) =>
      ofConverter(
        facts,
        ({ product }) => kilo(product.acApparentPower),
        ({ quantity, product }) => kilo(product.apparentPower && quantity * product.apparentPower),
      ),
    source: inConverter('/acApparentPower', '/apparentPower'),
  },
  'battery.ratedCurrentA': {
    kind: 'number',
    decimals: 1,
    label: 'Bemessungsstrom I_r des Umrichters in A',
    value: (facts) =>
      ofConverter(
        facts,
        ({ product }) => ratedCurrent(product.acApparentPower, product.phases),
        ({ quantity, product }) => {
          const each = product.ratedAcCurrent ?? ratedCurrent(product.apparentPower, product.phases);
          return each && quantity * each;
        },
      ),
    source: inConverter('/acApparentPower', '/ratedAcCurrent'),
  },
  'battery.islandOperation': {
    kind: 'boolean',
    label: 'Netzersatzbetrieb vorgesehen',
    value: (facts) => facts.battery && facts.offer.emergencyPower.length > 0,
    source: inOffer('/batteries'),
  },
  'battery.gridForming': {
    kind: 'boolean',
    label: 'Inselnetzbildend',
    value: ({ battery }) => battery?.product.gridForming ?? null,
    source: inBattery('/gridForming'),
  },
  'battery.integratedNaProtection': {
    kind: 'boolean',
    label: 'NA-Schutz des Umrichters integriert',
    value: (facts) =>
      ofConverter<boolean | null>(
        facts,
        ({ product }) => product.integratedNaProtection,
        ({ product }) => product.integratedNaProtection,
      ),
    source: inConverter('/integratedNaProtection', '/integratedNaProtection'),
  },
  'battery.zerezId': {
    kind: 'text',
    label: 'ZEREZ-ID des Umrichters',
    value: (facts) =>
      ofConverter<string | null>(
        facts,
        ({ product }) => product.zerezId,
        ({ product }) => product.zerezId,
      ),
    source: inConverter('/zerezId', '/zerezId'),
  },

  'derived.registrationKind': {
    kind: 'code',
    values: ['NEW', 'EXTENSION'],
    label: 'Neuerrichtung oder Erweiterung',
    value: ({ project }) => (project.existingSystems.length > 0 ? 'EXTENSION' : 'NEW'),
    source: inProject('/existingSystems'),
  },
  'derived.connectionHolderName': {
    kind: 'text',
    label: 'Anschlussnehmer',
    value: connectionHolderName,
    source: inConnectionHolder,
  },
  'derived.moduleCount': {
    kind: 'number',
    decimals: 0,
    label: 'Anzahl der Module',
    value: ({ offer }) => offer.modules.reduce((sum, { quantity }) => sum + quantity, 0) || null,
    source: inOffer('/modules'),
  },
  'derived.modules': {
    kind: 'text',
    label: 'Module',
    value: ({ offer }) => listOf(offer.modules),
    source: inOffer('/modules'),
  },
  'derived.modulePowerKwp': {
    kind: 'number',
    decimals: 2,
    label: 'Modulleistung P_Agen in kWp',
    value: (facts) => kilo(modulePower(facts)) || null,
    source: inOffer('/modules'),
  },
  'derived.inverters': {
    kind: 'text',
    label: 'Wechselrichter',
    value: ({ offer }) => listOf(offer.inverters),
    source: inOffer('/inverters'),
  },
  'derived.inverterCount': {
    kind: 'number',
    decimals: 0,
    label: 'Anzahl der Wechselrichter',
    value: ({ offer }) => offer.inverters.length || null,
    source: inOffer('/inverters'),
  },
  'derived.activePowerKw': {
    kind: 'number',
    decimals: 2,
    label: 'Max. Wirkleistung der Anlage P_Amax in kW',
    value: ({ offer }) =>
      kilo(offer.inverters.reduce((sum, { product }) => sum + product.acPower, 0)) || null,
    source: inOffer('/inverters'),
  },
  'derived.apparentPowerKva': {
    kind: 'number',
    decimals: 2,
    label: 'Max. Scheinleistung der Anlage S_Amax in kVA',
    value: ({ offer }) =>
      kilo(sumOfKnown(offer.inverters.map(({ product }) => product.acApparentPower))) || null,
    source: inInverterWithout('acApparentPower'),
  },
  'derived.apparentPowerPerPhaseKva': {
    kind: 'number',
    decimals: 2,
    label: 'Scheinleistung je Außenleiter in kVA, wenn alle Wechselrichter dreiphasig einspeisen',
    value: ({ offer }) => {
      if (offer.inverters.some(({ product }) => product.phases === 1)) return null;
      const sum = sumOfKnown(offer.inverters.map(({ product }) => product.acApparentPower));
      return sum === null || sum === 0 ? null : sum / 3000;
    },
    // To which phase a single-phase inverter is connected is decided on site.
    source: (facts) =>
      facts.offer.inverters.some(({ product }) => product.phases === 1)
        ? null
        : inInverterWithout('acApparentPower')(facts),
  },
  'derived.naProtection': {
    kind: 'code',
    values: ['INTEGRATED', 'CENTRAL'],
    label: 'NA-Schutz',
    value: ({ offer, project }) => naProtection(offer, project.existingSystems),
    source: inWhatDecidesOnProtection,
  },
  'derived.hasBattery': {
    kind: 'boolean',
    label: 'Speicher',
    value: ({ battery }) => battery !== null,
    source: inOffer('/batteries'),
  },
  'derived.batteries': {
    kind: 'text',
    label: 'Speicher',
    value: ({ battery }) => battery && listOf([battery]),
    source: inOffer('/batteries'),
  },
  'derived.hasWallbox': {
    kind: 'boolean',
    label: 'Ladeeinrichtung',
    value: ({ offer }) => offer.wallboxes.length > 0,
    source: inOffer('/wallboxes'),
  },
  'derived.wallboxes': {
    kind: 'text',
    label: 'Ladeeinrichtungen',
    value: ({ offer }) => listOf(offer.wallboxes),
    source: inOffer('/wallboxes'),
  },
  'derived.wallboxPowerKw': {
    kind: 'number',
    decimals: 2,
    label: 'Ladeleistung in kW',
    value: (facts) => kilo(wallboxPower(facts)) || null,
    source: inOffer('/wallboxes'),
  },
  'derived.hasControllableDevice': {
    kind: 'boolean',
    label: 'Steuerbare Verbrauchseinrichtung (§ 14a EnWG)',
    value: ({ offer }) =>
      offer.wallboxes.some(({ product }) => product.chargingPower > maxUncontrollableWatts),
    source: inOffer('/wallboxes'),
  },
  'derived.hasEmergencyPower': {
    kind: 'boolean',
    label: 'Notstrom oder Ersatzstrom',
    value: ({ offer }) => offer.emergencyPower.length > 0,
    source: inOffer('/emergencyPower'),
  },
  'derived.existingPowerKwp': {
    kind: 'number',
    decimals: 2,
    label: 'Vorhandene Modulleistung in kWp',
    value: existingPower,
    source: inProject('/existingSystems'),
  },
  'derived.existingApparentPowerKva': {
    kind: 'number',
    decimals: 2,
    label: 'Vorhandene Scheinleistung in kVA',
    value: ({ project }) =>
      sumOfKnown(project.existingSystems.map(({ apparentPowerKva }) => apparentPowerKva)),
    source: inProject('/existingSystems'),
  },
  'derived.existingApparentPowerPerPhaseKva': {
    kind: 'number',
    decimals: 2,
    label: 'Vorhandene Scheinleistung je Außenleiter in kVA',
    // It is not known to which phases existing plants are connected.
    value: ({ project }) => (project.existingSystems.length === 0 ? 0 : null),
    source: () => null,
  },
} as const satisfies Record<string, ContextField>;
