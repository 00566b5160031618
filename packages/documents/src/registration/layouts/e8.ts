import { blank, type FormLayout, ifModules, options, required, text } from './form-layout.ts';
import { contractor, site } from './shared-sections.ts';

const confirmed = ['ja', 'nein'];

/** Commissioning report (Inbetriebsetzungsprotokoll). Fields to measure and confirm on site stay blank. */
export const e8: FormLayout = {
  sections: [
    site,
    contractor,
    {
      title: 'Anlage',
      fields: [
        text('derived.totalApparentPowerKva', 'Max. Scheinleistung S_Amax in kVA', 4, required),
        text('derived.totalActivePowerKw', 'Max. Wirkleistung P_Amax in kW', 4, required),
        text('derived.totalModulePowerKwp', 'Modulleistung P_Agen in kWp', 4, { ...required, ...ifModules }),
        options('derived.naProtection', 'NA-Schutz', 6, { INTEGRATED: 'integriert', CENTRAL: 'zentral' }),
        blank('Eingestellter Wert U> in V', 3),
        blank('Eingestellte Leistung P_AV,E in kW', 3),
      ],
    },
    {
      title: 'Summe der Scheinleistungen S_Emax je Außenleiter in kVA',
      fields: [
        text('derived.existingApparentPowerPerPhaseKva', 'L1 vorhanden', 2),
        text('derived.existingApparentPowerPerPhaseKva', 'L2 vorhanden', 2),
        text('derived.existingApparentPowerPerPhaseKva', 'L3 vorhanden', 2),
        text('derived.apparentPowerPerPhaseKva', 'L1 neu', 2),
        text('derived.apparentPowerPerPhaseKva', 'L2 neu', 2),
        text('derived.apparentPowerPerPhaseKva', 'L3 neu', 2),
      ],
    },
    {
      title: 'Prüfung und Bestätigung',
      fields: [
        blank('Angaben in E.2 und E.3 stimmen', 4, confirmed),
        blank('Abrechnungsmessung vorhanden', 4, confirmed),
        blank('Einheitenzertifikate liegen vor', 4, confirmed),
        blank('Zertifikat NA-Schutz liegt vor', 4, confirmed),
        blank('Zertifikat P_AV,E liegt vor', 4, confirmed),
        blank('Ruhestromprinzip geprüft', 4, confirmed),
        blank('Energieflussrichtungssensor geprüft', 4, confirmed),
        blank('TF-Sperre vorhanden', 4, confirmed),
        blank('Verschiebungsfaktor cos φ', 4),
        blank('Datum der Inbetriebsetzung', 4),
        blank('Zählerstand Bezug in kWh', 4),
        blank('Zählerstand Einspeisung in kWh', 4),
      ],
    },
  ],
  signatures: ['Anlagenbetreiber', 'Anlagenerrichter (Stempel)'],
};
