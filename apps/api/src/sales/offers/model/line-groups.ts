import type { MaterialType, Offer, OfferCreate } from '@pv-planning/contract';
import { fieldNames, limitOf } from '../../../kernel/contract/contract-document.ts';

/** The groups of lines, named as in the contract: the fields of an offer whose items have a `ref`. */
export type LineGroup = {
  [Field in keyof Offer & keyof OfferCreate]: Offer[Field] extends readonly { ref: string; id: string }[]
    ? Field
    : never;
}[keyof Offer & keyof OfferCreate];

/** A line of a group, as represented in the contract. */
export type ShownLine<Group extends LineGroup = LineGroup> = Offer[Group][number];

export interface LineGroupTraits {
  /** The schema of a line in the contract. The operations on a single line are named after it: `createOfferModule`. */
  schema: string;
  /** The prefix of default refs, which is followed by a number. */
  refPrefix: string;
  /** The plural name of the lines in messages. */
  noun: string;
  /** The type of the products that its lines can have. */
  materialType?: MaterialType;
  /** The field that refers to another line, and the groups to which it can refer. */
  target?: { field: 'inverterRef' | 'forRef'; groups: readonly LineGroup[] };
}

/** In the order in which lines are calculated: quantities of later groups can depend on earlier groups. */
export const lineGroups: Readonly<Record<LineGroup, LineGroupTraits>> = {
  modules: {
    schema: 'OfferModule',
    refPrefix: 'modules',
    noun: 'lines of modules',
    materialType: 'pv_module',
  },
  inverters: {
    schema: 'OfferInverter',
    refPrefix: 'inverter',
    noun: 'inverters',
    materialType: 'inverter',
  },
  batteries: {
    schema: 'OfferBattery',
    refPrefix: 'battery',
    noun: 'batteries',
    materialType: 'battery',
    target: { field: 'inverterRef', groups: ['inverters'] },
  },
  wallboxes: {
    schema: 'OfferWallbox',
    refPrefix: 'wallbox',
    noun: 'wallboxes',
    materialType: 'wallbox',
  },
  subconstructions: {
    schema: 'OfferSubconstruction',
    refPrefix: 'subconstruction',
    noun: 'mounting systems',
    materialType: 'subconstruction',
  },
  equipment: {
    schema: 'OfferEquipment',
    refPrefix: 'equipment',
    noun: 'lines of equipment',
    materialType: 'equipment',
    target: {
      field: 'forRef',
      groups: ['modules', 'inverters', 'batteries', 'wallboxes', 'subconstructions'],
    },
  },
  emergencyPower: {
    schema: 'OfferEmergencyPower',
    refPrefix: 'emergency-power',
    noun: 'lines of emergency power',
    materialType: 'emergency_power',
    target: { field: 'inverterRef', groups: ['inverters'] },
  },
  miscMaterials: {
    schema: 'OfferMiscMaterial',
    refPrefix: 'misc',
    noun: 'misc materials',
    materialType: 'misc',
  },
  services: {
    schema: 'OfferService',
    refPrefix: 'service',
    noun: 'services',
  },
  additionalCosts: {
    schema: 'OfferAdditionalCost',
    refPrefix: 'cost',
    noun: 'additional costs',
  },
};

export const groupNames = Object.keys(lineGroups) as LineGroup[];

function ofEachGroup<Value>(of: (group: LineGroup) => Value): Readonly<Record<LineGroup, Value>> {
  return Object.fromEntries(groupNames.map((group) => [group, of(group)])) as Record<LineGroup, Value>;
}

/** The fields of a line of each group in the contract. */
export const shownFields = ofEachGroup((group) => [...new Set(fieldNames(lineGroups[group].schema))]);

/** Whether lines of a group show the technical data of their product. */
export function showsProduct(group: LineGroup): boolean {
  return shownFields[group].includes('product');
}

/** Maximum number of lines of an offer. Equals the maximum number of hints, because each line can have one. */
export const maxLines = limitOf('Offer', 'priceHints', 'maxItems');

/** Maximum number of lines of each group. */
export const maxLinesOf = ofEachGroup((group) => limitOf('OfferCreate', group, 'maxItems'));
