import {
  type FormLayout,
  ifBattery,
  ifModules,
  ifNewModules,
  ifNewPlant,
  ifWallbox,
  options,
  required,
  text,
} from './form-layout.ts';
import { contractor, groundingSystem, meteringConcept, site } from './shared-sections.ts';

/** Data sheet with the single-line diagram (Übersichtsschaltbild). */
export const uesb: FormLayout = {
  drawing: 'single-line',
  sections: [
    site,
    contractor,
    {
      title: 'Anlage',
      fields: [
        text('derived.modules', 'Neue Module', 9, { ...required, ...ifNewModules }),
        text('derived.totalModulePowerKwp', 'P_Agen in kWp', 3, { ...required, ...ifModules }),
        text('derived.inverters', 'Neue Wechselrichter', 9, { ...required, ...ifNewPlant }),
        text('derived.totalActivePowerKw', 'P_Amax in kW', 3, required),
        text('derived.batteries', 'Speicher', 9, ifBattery),
        text('battery.usableCapacityKwh', 'Nutzbar in kWh', 3, ifBattery),
        text('derived.wallboxes', 'Ladeeinrichtungen', 9, ifWallbox),
        text('derived.wallboxPowerKw', 'Ladeleistung in kW', 3, ifWallbox),
        options('derived.naProtection', 'NA-Schutz', 6, { INTEGRATED: 'integriert', CENTRAL: 'zentral' }),
        text('project.meterNumber', 'Zählernummer', 3),
        text('project.mainFuseA', 'Hausanschlusssicherung in A', 3),
        { ...groundingSystem, span: 12 },
        meteringConcept,
      ],
    },
  ],
  signatures: ['Anlagenerrichter (Stempel)'],
};
