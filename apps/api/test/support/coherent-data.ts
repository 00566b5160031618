import type { OperationId } from '@pv-planning/contract';
import { namedExample } from './contract-document.ts';

/** Fields of products that are held against each other, by the name of their example. */
const measures: Record<string, readonly string[]> = {
  PvModule: ['power', 'vmpp', 'impp', 'voc', 'isc'],
  Inverter: [
    'maxDcVoltage',
    'startVoltage',
    'nominalDcVoltage',
    'batteryVoltageMin',
    'batteryVoltageMax',
    'cosPhiMin',
    'cosPhiMax',
    'mppTrackers',
  ],
  Battery: ['capacity', 'usableCapacity', 'minModules', 'maxModules'],
};

/** Values of the contract's example for all fields of an operation's body that are held against each other. */
export function coherentData(operationId: OperationId): Record<string, unknown> {
  const name = Object.keys(measures).find((product) => operationId.endsWith(product));
  if (name === undefined) return {};
  const example = namedExample<Record<string, unknown>>(name);
  return Object.fromEntries((measures[name] ?? []).map((field) => [field, example[field]]));
}
