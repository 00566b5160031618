import type { GridOperatorForm } from '@pv-planning/contract';

type LayoutForm = Pick<GridOperatorForm, 'code' | 'name' | 'version' | 'phase' | 'appliesTo'>;

const vdeEdition = 'VDE-AR-N 4105:2018-11';

/** The forms that can be printed in a layout of ours, for grid operators without a template. */
export const layoutForms = {
  E1: { code: 'E1', name: 'Antragstellung', version: vdeEdition, phase: 'APPLICATION', appliesTo: 'ALWAYS' },
  E2: {
    code: 'E2',
    name: 'Datenblatt Erzeugungsanlagen',
    version: vdeEdition,
    phase: 'APPLICATION',
    appliesTo: 'ALWAYS',
  },
  E3: {
    code: 'E3',
    name: 'Datenblatt Speicher',
    version: vdeEdition,
    phase: 'APPLICATION',
    appliesTo: 'BATTERY',
  },
  E8: {
    code: 'E8',
    name: 'Inbetriebsetzungsprotokoll',
    version: vdeEdition,
    phase: 'COMMISSIONING',
    appliesTo: 'ALWAYS',
  },
  UESB: {
    code: 'UESB',
    name: 'Datenblatt zum Übersichtsschaltbild',
    version: null,
    phase: 'APPLICATION',
    appliesTo: 'ALWAYS',
  },
} as const satisfies Record<string, LayoutForm>;

export type LayoutName = keyof typeof layoutForms;
