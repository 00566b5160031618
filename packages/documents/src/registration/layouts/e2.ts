import { type FormLayout, ifNewModules, options, required, text, yesOrNo } from './form-layout.ts';
import { feedIn, site } from './shared-sections.ts';

/** Data sheet of generators (Datenblatt Erzeugungsanlagen), one sheet for each type of inverter. */
export const e2: FormLayout = {
  repeat: 'unit',
  sections: [
    site,
    {
      title: 'Erzeugungseinheit (Wechselrichter)',
      fields: [
        {
          type: 'radio',
          label: 'Energieart',
          span: 12,
          value: { const: 'SUN' },
          ...ifNewModules,
          options: {
            SUN: 'Sonne',
            WIND: 'Wind',
            WATER: 'Wasser',
            CHP: 'Blockheizkraftwerk',
            OTHER: 'andere',
          },
        },
        text('unit.manufacturer', 'Hersteller', 5, required),
        text('unit.model', 'Typ', 5, required),
        text('unit.count', 'Anzahl', 2, required),
        text('unit.activePowerKw', 'Max. Wirkleistung P_Emax in kW', 4, required),
        text('unit.apparentPowerKva', 'Max. Scheinleistung S_Emax in kVA', 4, required),
        text('unit.ratedCurrentA', 'Bemessungsstrom I_r in A', 4, required),
        options('unit.phases', 'Netzeinspeisung', 6, { 1: 'einphasig', 3: 'dreiphasig (Drehstrom)' }),
        text('unit.cosPhiMin', 'cos φ, kleinster Wert', 3),
        text('unit.cosPhiMax', 'cos φ, größter Wert', 3),
        text('unit.certificateNumber', 'Einheitenzertifikat', 6),
        text('unit.zerezId', 'ZEREZ-ID', 6),
      ],
    },
    {
      title: 'Generator (Module)',
      fields: [
        text('derived.modules', 'Module der Anlage', 8, { ...required, ...ifNewModules }),
        text('derived.moduleCount', 'Anzahl', 2, ifNewModules),
        text('derived.modulePowerKwp', 'P_Agen in kWp', 2, { ...required, ...ifNewModules }),
      ],
    },
    {
      title: 'Betriebsweise',
      fields: [
        yesOrNo('unit.islandOperation', 'Inselbetrieb vorgesehen', 4),
        {
          type: 'radio',
          label: 'Motorischer Anlauf vorgesehen',
          span: 4,
          value: { const: false },
          options: { true: 'ja', false: 'nein' },
        },
        yesOrNo('unit.integratedNaProtection', 'NA-Schutz integriert', 4),
        feedIn,
      ],
    },
    {
      title: 'Blindleistungskompensation',
      fields: [
        yesOrNo('unit.compensation', 'Vorhanden', 3),
        text('unit.compensationSteps', 'Anzahl der Stufen', 3),
        text('unit.compensationSmallestStepKvar', 'Kleinste Stufe in kvar', 3),
        text('unit.compensationDetuningPercent', 'Verdrosselungsgrad in %', 3),
      ],
    },
  ],
  signatures: ['Anlagenerrichter (Stempel)'],
};
