import type { Material, SellingPrice } from '@pv-planning/contract';
import type { ErrorDetail } from '@pv-planning/server-kit';
import type { SchemaName } from '../../kernel/contract/contract-document.ts';
import {
  batteryContradictions,
  implausibleCoefficients,
  inverterContradictions,
  pvModuleContradictions,
} from './contradictions.ts';

export type MaterialType = Material['materialType'];

/** A product of one type. */
export type MaterialOf<T extends MaterialType> = Extract<Material, { materialType: T }>;

/** Properties of a kind of product that the schemas of the contract cannot express. */
export interface MaterialKind {
  /** Names of its schemas in the contract: the complete product, the create body, and its type-specific fields. */
  schemas: { product: SchemaName; create: SchemaName; data: SchemaName };
  /** Default values of fields that cannot be null. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The field that contains the ids of compatible products, and the required kind of those products. */
  compatible?: { field: string; kind: 'material' | 'inverter' };
  /** Finds contradictions in data that satisfies the schema. */
  contradictions?: (data: never) => ErrorDetail[];
  /** Finds values in a request that satisfy the schema, but are probably mistakes. */
  implausible?: (sent: never) => ErrorDetail[];
}

export const materialKinds = {
  pv_module: {
    schemas: { product: 'PvModule', create: 'PvModuleCreate', data: 'PvModuleData' },
    contradictions: pvModuleContradictions,
    implausible: implausibleCoefficients,
  },
  battery: {
    schemas: { product: 'Battery', create: 'BatteryCreate', data: 'BatteryData' },
    compatible: { field: 'compatibleInverterIds', kind: 'inverter' },
    contradictions: batteryContradictions,
  },
  inverter: {
    schemas: { product: 'Inverter', create: 'InverterCreate', data: 'InverterData' },
    contradictions: inverterContradictions,
  },
  wallbox: { schemas: { product: 'Wallbox', create: 'WallboxCreate', data: 'WallboxData' } },
  equipment: {
    schemas: { product: 'Equipment', create: 'EquipmentCreate', data: 'EquipmentData' },
    defaults: { kind: 'OTHER', quantityRule: 'FIXED', defaultQuantity: 1 },
    compatible: { field: 'compatibleMaterialIds', kind: 'material' },
  },
  misc: {
    schemas: { product: 'MiscMaterial', create: 'MiscMaterialCreate', data: 'MiscMaterialData' },
    defaults: { autoAdd: false, quantityRule: 'FIXED', defaultQuantity: 1 },
  },
  subconstruction: {
    schemas: { product: 'Subconstruction', create: 'SubconstructionCreate', data: 'SubconstructionData' },
    defaults: { priceBasis: 'PER_MODULE' },
  },
  emergency_power: {
    schemas: { product: 'EmergencyPower', create: 'EmergencyPowerCreate', data: 'EmergencyPowerData' },
    compatible: { field: 'compatibleInverterIds', kind: 'inverter' },
  },
} as const satisfies Record<MaterialType, MaterialKind>;

export const materialTypes = Object.keys(materialKinds) as MaterialType[];

export function kindOf(type: MaterialType): MaterialKind {
  return materialKinds[type];
}

/**
 * Whether a product is of a kind that is not part of a PV system: wallboxes, and equipment for wallboxes alone. All other kinds are
 * zero-rated with a system (§ 12 (3) UStG).
 *
 * @param fields type-specific fields
 */
export function isStandardRatedProduct(
  type: MaterialType,
  { forMaterialTypes }: Readonly<Record<string, unknown>>,
): boolean {
  if (type !== 'equipment') return type === 'wallbox';
  return Array.isArray(forMaterialTypes) && forMaterialTypes.every((one) => one === 'wallbox');
}

/**
 * The default VAT rate of a product in percent.
 *
 * @param fields type-specific fields
 */
export function defaultVatRate(
  type: MaterialType,
  fields: Readonly<Record<string, unknown>>,
): SellingPrice['vatRate'] {
  return isStandardRatedProduct(type, fields) ? 19 : 0;
}

export function isMaterialType(text: string): text is MaterialType {
  return Object.hasOwn(materialKinds, text);
}
