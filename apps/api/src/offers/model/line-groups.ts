import type { MaterialType, OfferCreate } from '@pv-planning/contract';
import { limitOf } from '../../contract/contract-document.ts';

/** The groups of lines, named as in the contract. */
export type LineGroup = Extract<
  keyof OfferCreate,
  | 'modules'
  | 'inverters'
  | 'batteries'
  | 'wallboxes'
  | 'subconstructions'
  | 'equipment'
  | 'emergencyPower'
  | 'miscMaterials'
  | 'services'
  | 'additionalCosts'
>;

/** Fields that only some groups have. */
type OwnField =
  | 'roofId'
  | 'orientation'
  | 'rows'
  | 'columns'
  | 'offsetX'
  | 'offsetY'
  | 'strings'
  | 'active'
  | 'moduleCount'
  | 'coupling'
  | 'autoAdded'
  | 'serviceId';

export interface LineGroupTraits {
  /** Default refs are this and a number. */
  refPrefix: string;
  /** Several lines, for messages. */
  noun: string;
  /** Of the product that a line has. */
  materialType?: MaterialType;
  own: readonly OwnField[];
  /** The field that names another line, and the groups which that line can belong to. */
  target?: { field: 'inverterRef' | 'forRef'; groups: readonly LineGroup[] };
  /** Lines show the technical data of their product. */
  showsProduct?: boolean;
}

/** In the order in which lines are made: quantities and rates of later groups can depend on earlier ones. */
const groups = {
  modules: {
    refPrefix: 'modules',
    noun: 'lines of modules',
    materialType: 'pv_module',
    own: ['roofId', 'orientation', 'rows', 'columns', 'offsetX', 'offsetY'],
    showsProduct: true,
  },
  inverters: {
    refPrefix: 'inverter',
    noun: 'inverters',
    materialType: 'inverter',
    own: ['strings'],
    showsProduct: true,
  },
  batteries: {
    refPrefix: 'battery',
    noun: 'batteries',
    materialType: 'battery',
    own: ['active', 'moduleCount', 'coupling'],
    target: { field: 'inverterRef', groups: ['inverters'] },
    showsProduct: true,
  },
  wallboxes: {
    refPrefix: 'wallbox',
    noun: 'wallboxes',
    materialType: 'wallbox',
    own: [],
    showsProduct: true,
  },
  subconstructions: {
    refPrefix: 'subconstruction',
    noun: 'mounting systems',
    materialType: 'subconstruction',
    own: ['roofId'],
  },
  equipment: {
    refPrefix: 'equipment',
    noun: 'lines of equipment',
    materialType: 'equipment',
    own: [],
    target: {
      field: 'forRef',
      groups: ['modules', 'inverters', 'batteries', 'wallboxes', 'subconstructions'],
    },
  },
  emergencyPower: {
    refPrefix: 'emergency-power',
    noun: 'lines of emergency power',
    materialType: 'emergency_power',
    own: [],
    target: { field: 'inverterRef', groups: ['inverters'] },
    showsProduct: true,
  },
  miscMaterials: {
    refPrefix: 'misc',
    noun: 'misc materials',
    materialType: 'misc',
    own: ['autoAdded'],
  },
  services: { refPrefix: 'service', noun: 'services', own: ['serviceId'] },
  additionalCosts: { refPrefix: 'cost', noun: 'additional costs', own: [] },
} as const satisfies Record<LineGroup, LineGroupTraits>;

export const lineGroups: Readonly<Record<LineGroup, LineGroupTraits>> = groups;

export const groupNames = Object.keys(groups) as LineGroup[];

/** Lines of an offer in all: each can have a hint. */
export const maxLines = limitOf('Offer', 'priceHints', 'maxItems');

/** Lines of one group. */
export const maxLinesOf: Readonly<Record<LineGroup, number>> = Object.fromEntries(
  groupNames.map((group) => [group, limitOf('OfferCreate', group, 'maxItems')]),
) as Record<LineGroup, number>;
