import type { Address, OfferBattery, OfferInverter } from '@pv-planning/contract';
import {
  allPoleDisconnection,
  batteryPower,
  connectionHolderName,
  existingApparentPowers,
  existingPower,
  listOf,
  maxUncontrollableWatts,
  modulePower,
  ofConverter,
  postalCityOf,
  registeredWith,
  registrationNumber,
  streetOf,
  suppliesWithoutGrid,
  wallboxPower,
} from './computed-values.ts';
import {
  type Facts,
  inBattery,
  inCompany,
  inConnectionHolder,
  inContractor,
  inConverter,
  inCustomer,
  inCustomerName,
  inInverterWithout,
  inNewPower,
  inOffer,
  inOperator,
  inPowerAtSite,
  inProject,
  inUnit,
  inWhatDecidesOnProtection,
  type Source,
} from './field-sources.ts';
import {
  addsOnlyStorage,
  couplingOf,
  hasSinglePhase,
  isRetrofit,
  kilo,
  naProtection,
  newActivePowers,
  newApparentPowers,
  ratedCurrent,
  sumOfKnown,
  usableCapacity,
} from './plant.ts';
import type { ContextPrimitive, ValueType } from './printed-value.ts';

type Value = (facts: Facts) => ContextPrimitive | null;
type SourceOf = (facts: Facts) => Source;

export interface ContextField extends ValueType {
  /** For people, in German. */
  label: string;
  value: Value;
  source: SourceOf;
}

type Field = (label: string, value: Value, source: SourceOf) => ContextField;

const text: Field = (label, value, source) => ({ kind: 'text', label, value, source });
const day: Field = (label, value, source) => ({ kind: 'day', label, value, source });
const yesNo: Field = (label, value, source) => ({ kind: 'boolean', label, value, source });
/** A number with as many decimals as needed. */
const amount: Field = (label, value, source) => ({ kind: 'number', label, value, source });

const number = (decimals: number, ...field: Parameters<Field>): ContextField => ({
  ...amount(...field),
  decimals,
});

const code = (values: readonly string[], ...field: Parameters<Field>): ContextField => ({
  ...text(...field),
  kind: 'code',
  values,
});

/** The fields of a record that forms can show. */
type Shown<Item> = {
  [Key in keyof Item & string]: Item[Key] extends ContextPrimitive | null ? Key : never;
}[keyof Item & string];

/** Returns the value of a field of a record, and where it is entered. */
const entered =
  <Item extends object>(
    itemOf: (facts: Facts) => Item | null | undefined,
    sourceOf: (path: string) => SourceOf,
  ) =>
  (name: Shown<Item>): [Value, SourceOf] => [
    (facts) => (itemOf(facts)?.[name] ?? null) as ContextPrimitive | null,
    sourceOf(`/${name}`),
  ];

const ofOffer = entered(({ offer }) => offer, inOffer);
const ofOperator = entered(({ operator }) => operator, inOperator);
const ofCustomer = entered(({ customer }) => customer, inCustomer);
const ofProject = entered(({ project }) => project, inProject);
const ofCompany = entered(({ company }) => company, inCompany);
const ofContractor = entered(({ contractor }) => contractor, inContractor);
const ofUnitProduct = entered(({ unit }) => unit?.product, inUnit);
const ofBatteryProduct = entered(({ battery }) => battery?.product, inBattery);

/** The values of an address, and where they are entered. */
function addressOf(
  addressOfRecord: (facts: Facts) => Address | null | undefined,
  sourceOf: (path: string) => SourceOf,
) {
  const address = (facts: Facts) => addressOfRecord(facts) ?? null;
  const part = entered(address, (path) => sourceOf(`/address${path}`));
  return {
    street: [(facts) => streetOf(address(facts)), sourceOf('/address/street')],
    postalCode: part('postalCode'),
    city: part('city'),
    postalCodeAndCity: [(facts) => postalCityOf(address(facts)), sourceOf('/address/city')],
    district: part('district'),
  } satisfies Record<string, [Value, SourceOf]>;
}

const customerAddress = addressOf(({ customer }) => customer.address, inCustomer);
const projectAddress = addressOf(({ project }) => project.address, inProject);
const companyAddress = addressOf(({ company }) => company.address, inCompany);
const contractorAddress = addressOf(({ contractor }) => contractor?.address, inContractor);

/** A value common to an inverter and a battery with a converter. */
const ofConverterLine =
  (commonValue: (line: OfferInverter | OfferBattery) => ContextPrimitive | null): Value =>
  (facts) =>
    ofConverter<ContextPrimitive | null>(facts, commonValue, commonValue);

const ofConverterProduct = (
  name: Shown<OfferInverter['product']> & Shown<OfferBattery['product']>,
): [Value, SourceOf] => [
  ofConverterLine(({ product }) => product[name]),
  inConverter(`/${name}`, `/${name}`),
];

/** All values that registration forms can show. Maps of forms name them by path. */
export const contextFields = {
  'operator.name': text('Netzbetreiber', ...ofOperator('name')),
  'offer.number': text('Angebotsnummer', ...ofOffer('number')),

  'customer.displayName': text('Name des Kunden', ({ customerName }) => customerName, inCustomerName),
  'customer.firstName': text('Vorname des Kunden', ...ofCustomer('firstName')),
  'customer.lastName': text('Nachname des Kunden', ...ofCustomer('lastName')),
  'customer.companyName': text('Firma des Kunden', ...ofCustomer('companyName')),
  'customer.dateOfBirth': day('Geburtsdatum des Kunden', ...ofCustomer('dateOfBirth')),
  'customer.street': text('Straße und Hausnummer des Kunden', ...customerAddress.street),
  'customer.postalCode': text('PLZ des Kunden', ...customerAddress.postalCode),
  'customer.city': text('Ort des Kunden', ...customerAddress.city),
  'customer.postalCodeAndCity': text('PLZ und Ort des Kunden', ...customerAddress.postalCodeAndCity),
  'customer.phone': text(
    'Telefon des Kunden',
    ({ customer }) => customer.phone ?? customer.mobile,
    (facts) => {
      const { phone, mobile } = facts.customer;
      return inCustomer(phone === null && mobile !== null ? '/mobile' : '/phone')(facts);
    },
  ),
  'customer.email': text('E-Mail des Kunden', ...ofCustomer('email')),

  'project.name': text('Name des Projekts', ...ofProject('name')),
  'project.street': text('Straße und Hausnummer der Anlage', ...projectAddress.street),
  'project.postalCode': text('PLZ der Anlage', ...projectAddress.postalCode),
  'project.city': text('Ort der Anlage', ...projectAddress.city),
  'project.postalCodeAndCity': text('PLZ und Ort der Anlage', ...projectAddress.postalCodeAndCity),
  'project.district': text('Ortsteil der Anlage', ...projectAddress.district),
  'project.cadastralDistrict': text('Gemarkung', ...ofProject('cadastralDistrict')),
  'project.cadastralSection': text('Flur', ...ofProject('cadastralSection')),
  'project.parcelNumber': text('Flurstück', ...ofProject('parcelNumber')),
  'project.meterNumber': text('Zählernummer', ...ofProject('meterNumber')),
  'project.meterLocation': text('Ort des Zählers', ...ofProject('meterLocation')),
  'project.meteringPointId': text('Messlokation', ...ofProject('meteringPointId')),
  'project.marketLocationId': text('Marktlokation', ...ofProject('marketLocationId')),
  'project.meteringConcept': code(
    ['BIDIRECTIONAL', 'CASCADE', 'CONVERTER', 'RLM'],
    'Messkonzept',
    ...ofProject('meteringConcept'),
  ),
  'project.mainFuseA': amount('Hausanschlusssicherung in A', ...ofProject('mainFuseA')),
  'project.groundingSystem': code(
    ['TN_C', 'TN_S', 'TN_C_S', 'TT', 'IT'],
    'Netzform',
    ...ofProject('groundingSystem'),
  ),
  'project.connectionPowerKw': amount('Anschlussleistung in kW', ...ofProject('connectionPowerKw')),
  'project.feedInType': code(
    ['SURPLUS', 'FULL', 'ZERO', 'ISLAND'],
    'Art der Einspeisung',
    ...ofProject('feedInType'),
  ),
  'project.plannedCommissioningOn': day('Geplante Inbetriebsetzung', ...ofProject('plannedCommissioningOn')),
  'project.mastrNumber': text('Nummer der Anlage im Marktstammdatenregister', ...ofProject('mastrNumber')),
  'project.isOwner': yesNo('Kunde ist Eigentümer', ...ofProject('isOwner')),
  'project.ownerName': text(
    'Eigentümer',
    ({ project, customerName }) => project.ownerName ?? (project.isOwner ? customerName : null),
    inProject('/ownerName'),
  ),
  // An owner needs nobody's consent.
  'project.ownerConsent': yesNo(
    'Zustimmung des Eigentümers',
    ({ project }) => project.isOwner || project.ownerConsent,
    inProject('/ownerConsent'),
  ),

  'company.name': text('Name des Unternehmens', ...ofCompany('name')),
  'company.street': text('Straße und Hausnummer des Unternehmens', ...companyAddress.street),
  'company.postalCodeAndCity': text('PLZ und Ort des Unternehmens', ...companyAddress.postalCodeAndCity),
  'company.phone': text('Telefon des Unternehmens', ...ofCompany('phone')),
  'company.email': text('E-Mail des Unternehmens', ...ofCompany('email')),

  'contractor.name': text('Elektrofachbetrieb', ...ofContractor('name')),
  'contractor.street': text('Straße und Hausnummer des Elektrofachbetriebs', ...contractorAddress.street),
  'contractor.postalCode': text('PLZ des Elektrofachbetriebs', ...contractorAddress.postalCode),
  'contractor.city': text('Ort des Elektrofachbetriebs', ...contractorAddress.city),
  'contractor.postalCodeAndCity': text(
    'PLZ und Ort des Elektrofachbetriebs',
    ...contractorAddress.postalCodeAndCity,
  ),
  'contractor.phone': text('Telefon des Elektrofachbetriebs', ...ofContractor('phone')),
  'contractor.email': text('E-Mail des Elektrofachbetriebs', ...ofContractor('email')),
  'contractor.contactPerson': text(
    'Ansprechpartner des Elektrofachbetriebs',
    ...ofContractor('contactPerson'),
  ),
  'contractor.responsiblePerson': text(
    'Verantwortliche Elektrofachkraft',
    ...ofContractor('responsiblePerson'),
  ),
  'contractor.registrationNumber': text('Eintragungsnummer', registrationNumber, (facts) => {
    const { contractor, operator } = facts;
    const own = contractor?.registrations.findIndex((entry) => entry.networkCarrierId === operator.id) ?? -1;
    return inContractor(own < 0 ? '/registrationNumber' : `/registrations/${own}/number`)(facts);
  }),
  'contractor.registeredWith': text('Eingetragen bei', registeredWith, inContractor('/registeredWith')),

  'unit.manufacturer': text(
    'Hersteller der Erzeugungseinheit',
    ({ unit }) => unit?.manufacturerName ?? null,
    inUnit('/manufacturerId'),
  ),
  'unit.model': text('Typ der Erzeugungseinheit', ({ unit }) => unit?.product.model ?? null, inUnit('/name')),
  'unit.count': number(
    0,
    'Anzahl baugleicher Erzeugungseinheiten',
    ({ unit }) => unit?.count ?? null,
    inOffer('/inverters'),
  ),
  'unit.activePowerKw': number(
    2,
    'Max. Wirkleistung P_Emax in kW',
    ({ unit }) => unit && kilo(unit.product.acPower),
    inUnit('/acPower'),
  ),
  'unit.apparentPowerKva': number(
    2,
    'Max. Scheinleistung S_Emax in kVA',
    ({ unit }) => unit && kilo(unit.product.acApparentPower),
    inUnit('/acApparentPower'),
  ),
  'unit.ratedCurrentA': number(
    1,
    'Bemessungsstrom I_r in A',
    ({ unit }) => unit && ratedCurrent(unit.product.acApparentPower, unit.product.phases),
    inUnit('/acApparentPower'),
  ),
  'unit.phases': number(0, 'Phasen der Netzeinspeisung', ...ofUnitProduct('phases')),
  'unit.gridVoltageV': number(0, 'Nennspannung in V', ...ofUnitProduct('gridVoltage')),
  'unit.cosPhiMin': number(2, 'Kleinster Verschiebungsfaktor cos φ', ...ofUnitProduct('cosPhiMin')),
  'unit.cosPhiMax': number(2, 'Größter Verschiebungsfaktor cos φ', ...ofUnitProduct('cosPhiMax')),
  'unit.islandOperation': yesNo(
    'Inselbetrieb vorgesehen',
    (facts) => facts.unit && suppliesWithoutGrid(facts, facts.unit.refs),
    inOffer('/inverters'),
  ),
  'unit.blackStartCapable': yesNo('Schwarzstartfähig', ...ofUnitProduct('blackStartCapable')),
  'unit.integratedNaProtection': yesNo('NA-Schutz integriert', ...ofUnitProduct('integratedNaProtection')),
  // No record has reactive power compensation, which few houses have.
  'unit.compensation': yesNo(
    'Blindleistungskompensation vorhanden',
    () => null,
    () => null,
  ),
  'unit.compensationSteps': number(
    0,
    'Anzahl der Stufen',
    () => null,
    () => null,
  ),
  'unit.compensationSmallestStepKvar': number(
    2,
    'Kleinste Stufe in kvar',
    () => null,
    () => null,
  ),
  'unit.compensationDetuningPercent': number(
    1,
    'Verdrosselungsgrad in %',
    () => null,
    () => null,
  ),
  'unit.certificateNumber': text('Einheitenzertifikat', ...ofUnitProduct('unitCertificateNumber')),
  'unit.zerezId': text('ZEREZ-ID', ...ofUnitProduct('zerezId')),

  'battery.manufacturer': text(
    'Hersteller des Speichers',
    ({ battery }) => battery?.manufacturerName ?? null,
    inBattery('/manufacturerId'),
  ),
  'battery.model': text(
    'Typ des Speichers',
    ({ battery }) => battery?.product.model ?? null,
    inBattery('/name'),
  ),
  'battery.count': number(
    0,
    'Anzahl baugleicher Speicher',
    ({ battery }) => battery?.quantity ?? null,
    inOffer('/batteries'),
  ),
  'battery.usableCapacityKwh': number(
    2,
    'Nutzbare Speicherkapazität in kWh',
    ({ battery }) => battery && usableCapacity(battery),
    inBattery('/usableCapacity'),
  ),
  'battery.chargePowerKw': number(
    2,
    'Max. Wirkleistung beim Laden in kW',
    (facts) => kilo(batteryPower(facts, 'maxChargePower', 'maxBatteryChargePower')),
    inBattery('/maxChargePower'),
  ),
  'battery.dischargePowerKw': number(
    2,
    'Max. Wirkleistung beim Entladen in kW',
    (facts) => kilo(batteryPower(facts, 'maxDischargePower', 'maxBatteryDischargePower')),
    inBattery('/maxDischargePower'),
  ),
  'battery.coupling': code(
    ['AC', 'DC'],
    'Kopplung des Speichers',
    ({ battery }) => battery && couplingOf(battery),
    inBattery('/coupling'),
  ),
  'battery.converterManufacturer': text(
    'Hersteller des Umrichters',
    ofConverterLine(({ manufacturerName }) => manufacturerName),
    inConverter('/manufacturerId', '/manufacturerId'),
  ),
  'battery.converterModel': text(
    'Typ des Umrichters',
    ofConverterLine(({ product }) => product.model),
    inConverter('/name', '/name'),
  ),
  'battery.phases': number(0, 'Phasen des Umrichters', ...ofConverterProduct('phases')),
  'battery.apparentPowerKva': number(
    2,
    'Max. Scheinleistung des Umrichters in kVA',
    (facts) =>
      ofConverter(
        facts,
        ({ product }) => kilo(product.acApparentPower),
        ({ quantity, product }) => kilo(product.apparentPower && quantity * product.apparentPower),
      ),
    inConverter('/acApparentPower', '/apparentPower'),
  ),
  'battery.ratedCurrentA': number(
    1,
    'Bemessungsstrom I_r des Umrichters in A',
    (facts) =>
      ofConverter(
        facts,
        ({ product }) => ratedCurrent(product.acApparentPower, product.phases),
        ({ quantity, product }) => {
          const each = product.ratedAcCurrent ?? ratedCurrent(product.apparentPower, product.phases);
          return each && quantity * each;
        },
      ),
    inConverter('/acApparentPower', '/ratedAcCurrent'),
  ),
  'battery.islandOperation': yesNo(
    'Netzersatzbetrieb vorgesehen',
    (facts) => facts.battery && facts.offer.emergencyPower.length > 0,
    inOffer('/batteries'),
  ),
  'battery.allPoleDisconnection': yesNo(
    'Allpolige Trennung vom Netz',
    ({ battery, offer }) => battery && allPoleDisconnection(offer),
    inOffer('/emergencyPower'),
  ),
  // Not contained in any record.
  'battery.charging': code(
    ['PLANT', 'GRID'],
    'Ladung des Speichers',
    () => null,
    () => null,
  ),
  'battery.discharging': code(
    ['CUSTOMER', 'GRID'],
    'Entladung des Speichers',
    ({ battery, project }) => (battery && project.feedInType === 'ZERO' ? 'CUSTOMER' : null),
    () => null,
  ),
  'battery.gridForming': yesNo('Inselnetzbildend', ...ofBatteryProduct('gridForming')),
  'battery.integratedNaProtection': yesNo(
    'NA-Schutz des Umrichters integriert',
    ...ofConverterProduct('integratedNaProtection'),
  ),
  'battery.zerezId': text('ZEREZ-ID des Umrichters', ...ofConverterProduct('zerezId')),

  'derived.registrationKind': code(
    ['NEW', 'EXTENSION'],
    'Neuerrichtung oder Erweiterung',
    ({ project }) => (project.existingSystems.length > 0 ? 'EXTENSION' : 'NEW'),
    inProject('/existingSystems'),
  ),
  'derived.connectionHolderName': text('Anschlussnehmer', connectionHolderName, inConnectionHolder),
  'derived.moduleCount': number(
    0,
    'Anzahl der Module',
    ({ offer }) => offer.modules.reduce((sum, { quantity }) => sum + quantity, 0) || null,
    inOffer('/modules'),
  ),
  'derived.modules': text('Module', ({ offer }) => listOf(offer.modules), inOffer('/modules')),
  'derived.modulePowerKwp': number(
    2,
    'Modulleistung P_Agen in kWp',
    (facts) => kilo(modulePower(facts)) || null,
    inOffer('/modules'),
  ),
  'derived.inverters': text('Wechselrichter', ({ offer }) => listOf(offer.inverters), inOffer('/inverters')),
  'derived.inverterCount': number(
    0,
    'Anzahl der Wechselrichter',
    ({ offer }) => offer.inverters.length || null,
    inOffer('/inverters'),
  ),
  'derived.activePowerKw': number(
    2,
    'Max. Wirkleistung der Anlage P_Amax in kW',
    ({ offer }) => kilo(offer.inverters.reduce((sum, { product }) => sum + product.acPower, 0)) || null,
    inOffer('/inverters'),
  ),
  'derived.apparentPowerKva': number(
    2,
    'Max. Scheinleistung der Anlage S_Amax in kVA',
    ({ offer }) => kilo(sumOfKnown(offer.inverters.map(({ product }) => product.acApparentPower))) || null,
    inInverterWithout('acApparentPower'),
  ),
  // To which phase something with one phase is connected is decided on site.
  'derived.apparentPowerPerPhaseKva': number(
    2,
    'Neue Scheinleistung je Außenleiter in kVA, wenn alles dreiphasig einspeist',
    ({ offer }) => {
      const sum = sumOfKnown(newApparentPowers(offer));
      return hasSinglePhase(offer) || sum === null || sum === 0 ? null : sum / 3;
    },
    (facts) => (hasSinglePhase(facts.offer) ? null : inNewPower(facts)),
  ),
  'derived.totalModulePowerKwp': number(
    2,
    'Modulleistung P_Agen in kWp mit der vorhandenen',
    (facts) => sumOfKnown([kilo(modulePower(facts)), existingPower(facts)]) || null,
    (facts) =>
      existingPower(facts) === null ? inProject('/existingSystems')(facts) : inOffer('/modules')(facts),
  ),
  // The apparent power of an existing plant is the highest active power that it can have.
  'derived.totalActivePowerKw': number(
    2,
    'Max. Wirkleistung P_Amax in kW mit vorhandenen Anlagen',
    ({ offer, project }) =>
      sumOfKnown([...newActivePowers(offer), ...existingApparentPowers(project)]) || null,
    inPowerAtSite('/maxDischargePower'),
  ),
  'derived.totalApparentPowerKva': number(
    2,
    'Max. Scheinleistung S_Amax in kVA mit vorhandenen Anlagen',
    ({ offer, project }) =>
      sumOfKnown([...newApparentPowers(offer), ...existingApparentPowers(project)]) || null,
    inPowerAtSite('/apparentPower'),
  ),
  'derived.hasModules': yesNo(
    'Module, neue oder vorhandene',
    ({ offer, project }) =>
      !addsOnlyStorage(offer) || project.existingSystems.some(({ type }) => type === 'PV'),
    inOffer('/modules'),
  ),
  'derived.hasNewModules': yesNo('Neue Module', ({ offer }) => !addsOnlyStorage(offer), inOffer('/modules')),
  'derived.hasNewPlant': yesNo(
    'Neue Erzeugungsanlage',
    ({ offer }) => !isRetrofit(offer),
    inOffer('/modules'),
  ),
  'derived.naProtection': code(
    ['INTEGRATED', 'CENTRAL'],
    'NA-Schutz',
    ({ offer, project }) => naProtection(offer, project.existingSystems),
    inWhatDecidesOnProtection,
  ),
  'derived.hasBattery': yesNo('Speicher', ({ battery }) => battery !== null, inOffer('/batteries')),
  'derived.batteries': text('Speicher', ({ battery }) => battery && listOf([battery]), inOffer('/batteries')),
  'derived.hasWallbox': yesNo(
    'Ladeeinrichtung',
    ({ offer }) => offer.wallboxes.length > 0,
    inOffer('/wallboxes'),
  ),
  'derived.wallboxes': text(
    'Ladeeinrichtungen',
    ({ offer }) => listOf(offer.wallboxes),
    inOffer('/wallboxes'),
  ),
  'derived.wallboxPowerKw': number(
    2,
    'Ladeleistung in kW',
    (facts) => kilo(wallboxPower(facts)) || null,
    inOffer('/wallboxes'),
  ),
  'derived.hasControllableDevice': yesNo(
    'Steuerbare Verbrauchseinrichtung (§ 14a EnWG)',
    ({ offer }) => offer.wallboxes.some(({ product }) => product.chargingPower > maxUncontrollableWatts),
    inOffer('/wallboxes'),
  ),
  'derived.hasEmergencyPower': yesNo(
    'Notstrom oder Ersatzstrom',
    ({ offer }) => offer.emergencyPower.length > 0,
    inOffer('/emergencyPower'),
  ),
  'derived.existingPowerKwp': number(
    2,
    'Vorhandene Modulleistung in kWp',
    existingPower,
    inProject('/existingSystems'),
  ),
  'derived.existingApparentPowerKva': number(
    2,
    'Vorhandene Scheinleistung in kVA',
    ({ project }) => sumOfKnown(existingApparentPowers(project)),
    inProject('/existingSystems'),
  ),
  // It is not known to which phases existing plants are connected.
  'derived.existingApparentPowerPerPhaseKva': number(
    2,
    'Vorhandene Scheinleistung je Außenleiter in kVA',
    ({ project }) => (project.existingSystems.length === 0 ? 0 : null),
    () => null,
  ),
} as const satisfies Record<string, ContextField>;
