import type { Material, SellingPrice } from '@pv-planning/contract';
import type { ErrorDetail } from '@pv-planning/server-kit';
import { batteryContradictions, inverterContradictions, pvModuleContradictions } from './contradictions.ts';

export type MaterialType = Material['materialType'];

/** Differences between kinds of products that the schemas of the contract do not express. */
export interface MaterialKind {
  /** As in `createPvModule` and in the schema `PvModuleData`. */
  singular: string;
  /** As in `listPvModules`. */
  plural: string;
  /** Default VAT rate in percent: 0 unless given, since most parts of a system are zero-rated (§ 12 (3) UStG). */
  vatRate?: SellingPrice['vatRate'];
  /** Default values of fields that cannot be null. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The field with the ids of compatible products, and the kind that these must have. */
  compatible?: { field: string; kind: 'material' | 'inverter' };
  /** Finds contradictions in data that satisfies the schema. */
  contradictions?: (data: never) => ErrorDetail[];
}

export const materialKinds = {
  pv_module: {
    singular: 'PvModule',
    plural: 'PvModules',
    contradictions: pvModuleContradictions,
  },
  battery: {
    singular: 'Battery',
    plural: 'Batteries',
    compatible: { field: 'compatibleInverterIds', kind: 'inverter' },
    contradictions: batteryContradictions,
  },
  inverter: {
    singular: 'Inverter',
    plural: 'Inverters',
    contradictions: inverterContradictions,
  },
  wallbox: { singular: 'Wallbox', plural: 'Wallboxes', vatRate: 19 },
  equipment: {
    singular: 'Equipment',
    plural: 'Equipment',
    defaults: { kind: 'OTHER', quantityRule: 'FIXED', defaultQuantity: 1 },
    compatible: { field: 'compatibleMaterialIds', kind: 'material' },
  },
  misc: {
    singular: 'MiscMaterial',
    plural: 'MiscMaterials',
    defaults: { autoAdd: false, quantityRule: 'FIXED', defaultQuantity: 1 },
  },
  subconstruction: {
    singular: 'Subconstruction',
    plural: 'Subconstructions',
    defaults: { priceBasis: 'PER_MODULE' },
  },
  emergency_power: {
    singular: 'EmergencyPower',
    plural: 'EmergencyPower',
    compatible: { field: 'compatibleInverterIds', kind: 'inverter' },
  },
} as const satisfies Record<MaterialType, MaterialKind>;

export const materialTypes = Object.keys(materialKinds) as MaterialType[];

export function kindOf(type: MaterialType): MaterialKind {
  return materialKinds[type];
}

export function isMaterialType(text: string): text is MaterialType {
  return Object.hasOwn(materialKinds, text);
}
