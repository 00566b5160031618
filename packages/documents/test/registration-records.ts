import type {
  Company,
  Customer,
  ElectricalContractor,
  GridOperator,
  Offer,
  OfferBattery,
  OfferInverter,
  OfferModule,
  Project,
} from '@pv-planning/contract';
import document from '@pv-planning/contract/openapi.json' with { type: 'json' };
import type { Registration } from '../src/index.ts';

const { examples } = document.components;

/** The records of the contract's examples: a house with modules, a hybrid inverter, a battery and a wallbox. */
export function houseRegistration() {
  const [contractor] = examples.ElectricalContractorPage.value.data;
  return structuredClone({
    offer: examples.OfferHouse.value as Offer,
    project: examples.ProjectHouse.value as Project,
    customer: examples.CustomerPerson.value as Customer,
    customerName: 'Maria Schneider',
    company: examples.Company.value as Company,
    operator: examples.GridOperatorMusterstadt.value as GridOperator,
    contractor: contractor as ElectricalContractor,
  }) satisfies Registration;
}

const house = houseRegistration();

export function moduleLine(fields: Partial<OfferModule>): OfferModule {
  return { ...(house.offer.modules[0] as OfferModule), ...fields };
}

export function inverterLine(
  ref: string,
  product: Partial<OfferInverter['product']>,
  fields: Partial<OfferInverter> = {},
): OfferInverter {
  const inverter = house.offer.inverters[0] as OfferInverter;
  return { ...inverter, ref, strings: [], ...fields, product: { ...inverter.product, ...product } };
}

export function batteryLine(
  product: Partial<OfferBattery['product']>,
  fields: Partial<OfferBattery> = {},
): OfferBattery {
  const battery = house.offer.batteries[0] as OfferBattery;
  return { ...battery, ...fields, product: { ...battery.product, ...product } };
}
