import type { Material, SellingPrice } from '@pv-planning/contract';
import type { ErrorDetail } from '@pv-planning/server-kit';
import { batteryContradictions, inverterContradictions, pvModuleContradictions } from './contradictions.ts';

export type MaterialType = Material['materialType'];

/** What tells one kind of product from another, beside its schemas in the contract. */
export interface MaterialKind {
  /** As in `createPvModule` and in the schema `PvModuleData`. */
  singular: string;
  /** As in `listPvModules`. */
  plural: string;
  /** Percent, where a new product says nothing. 0, for most of a system bears none (§ 12 (3) UStG). */
  vatRate?: SellingPrice['vatRate'];
  /** What a new product has where it says nothing and the field cannot be null. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The field with the ids of products that it works with, and what these must be. */
  compatible?: { field: string; kind: 'material' | 'inverter' };
  /** What is wrong about whole data that satisfies the contract. */
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
