import type { MppTracker, MppTrackerInput } from '@pv-planning/contract';
import { fieldTypes, requiredFields } from '../../kernel/contract/contract-document.ts';
import { converted } from '../../kernel/records/stored-values.ts';
import { kindOf, type MaterialType, materialTypes } from './material-kinds.ts';

/** The type-specific fields of a product. */
export type MaterialData = Readonly<Record<string, unknown>>;

function emptyValues(type: MaterialType): MaterialData {
  const { schemas, defaults, compatible } = kindOf(type);
  const fields = fieldTypes(schemas.data).filter(([field]) => field !== compatible?.field);
  const values = fields.map(([field, types]) => {
    if (types.includes('null')) return [field, null];
    return [field, types.includes('array') ? [] : undefined];
  });
  return { ...Object.fromEntries(values), ...defaults };
}

const empty = new Map(materialTypes.map((type) => [type, emptyValues(type)]));

/** Returns the type-specific fields with their defaults; required fields are undefined. */
export function emptyData(type: MaterialType): MaterialData {
  return empty.get(type) ?? {};
}

/** Returns all fields required to create a product of a type. */
export function requiredToCreate(type: MaterialType): readonly string[] {
  return requiredFields(kindOf(type).schemas.create);
}

function completeTracker(tracker: MppTrackerInput): MppTracker {
  return {
    name: tracker.name ?? null,
    inputCount: tracker.inputCount,
    mppVoltageMin: tracker.mppVoltageMin,
    mppVoltageMax: tracker.mppVoltageMax,
    maxInputCurrent: tracker.maxInputCurrent,
    maxInputCurrentPerInput: tracker.maxInputCurrentPerInput ?? null,
    maxShortCircuitCurrent: tracker.maxShortCircuitCurrent ?? null,
    maxPower: tracker.maxPower ?? null,
  };
}

/** Returns the type-specific fields of a body in stored form. */
export function dataOf(type: MaterialType, body: object): MaterialData {
  const fields = emptyData(type);
  const own = Object.entries(body).filter(([field, value]) => field in fields && value !== undefined);
  return converted<{ mppTrackers?: MppTrackerInput[] }>(Object.fromEntries(own), {
    mppTrackers: (trackers) => trackers.map(completeTracker),
  });
}
