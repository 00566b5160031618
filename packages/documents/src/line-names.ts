import type { OfferPage } from '@pv-planning/contract/pages';

type Group = OfferPage['groups'][number];
type Unit = Group['lines'][number]['unit'];

/** German names, on paper and on the customers' pages. In the order of the paper. */
export const groupNames: Readonly<Record<Group['group'], string>> = {
  modules: 'Photovoltaikmodule',
  inverters: 'Wechselrichter',
  batteries: 'Batteriespeicher',
  wallboxes: 'Wallbox',
  subconstructions: 'Unterkonstruktion',
  equipment: 'Zubehör',
  emergencyPower: 'Notstrom und Ersatzstrom',
  miscMaterials: 'Weiteres Material',
  services: 'Leistungen',
  additionalCosts: 'Weitere Kosten und Nachlässe',
};

export const unitNames: Readonly<Record<Unit, string>> = {
  PIECE: 'Stk.',
  METER: 'm',
  SET: 'Set',
  FLAT: 'pauschal',
  HOUR: 'Std.',
  DAY: 'Tg.',
  MODULE: 'Module',
  KWP: 'kWp',
  SQUARE_METER: 'm²',
};

/** Names of units whose singular differs. */
export const singularUnitNames: Readonly<Partial<Record<Unit, string>>> = { MODULE: 'Modul' };
