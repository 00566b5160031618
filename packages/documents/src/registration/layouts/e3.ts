import { type FormLayout, options, required, text, yesOrNo } from './form-layout.ts';
import { site } from './shared-sections.ts';

/** Data sheet of storage (Datenblatt Speicher). */
export const e3: FormLayout = {
  sections: [
    site,
    {
      title: 'Speicher',
      fields: [
        text('battery.manufacturer', 'Hersteller', 5, required),
        text('battery.model', 'Typ', 5, required),
        text('battery.count', 'Anzahl', 2, required),
        text('battery.usableCapacityKwh', 'Nutzbare Speicherkapazität in kWh', 4, required),
        text('battery.chargePowerKw', 'Max. Wirkleistung Laden in kW', 4, required),
        text('battery.dischargePowerKw', 'Max. Wirkleistung Entladen in kW', 4, required),
        options('battery.coupling', 'Kopplung', 12, {
          AC: 'AC-gekoppelt (eigener Umrichter)',
          DC: 'DC-gekoppelt (Umrichter der Erzeugungsanlage)',
        }),
      ],
    },
    {
      title: 'Umrichter',
      fields: [
        text('battery.converterManufacturer', 'Hersteller', 6, required),
        text('battery.converterModel', 'Typ', 6, required),
        text('battery.apparentPowerKva', 'Max. Scheinleistung S_Smax in kVA', 4, required),
        text('battery.ratedCurrentA', 'Bemessungsstrom I_r in A', 4, required),
        text('battery.zerezId', 'ZEREZ-ID', 4),
        options('battery.phases', 'Netzanschluss', 8, { 1: 'einphasig', 3: 'dreiphasig (Drehstrom)' }),
        yesOrNo('battery.integratedNaProtection', 'NA-Schutz integriert', 4),
      ],
    },
    {
      title: 'Betriebsweise',
      fields: [
        yesOrNo('battery.islandOperation', 'Netzersatzbetrieb vorgesehen', 4),
        yesOrNo('battery.gridForming', 'Inselnetzbildend', 4),
        yesOrNo('battery.allPoleDisconnection', 'Allpolige Trennung vom Netz', 4, {
          appliesIf: { path: 'battery.islandOperation', is: true },
        }),
        options('battery.charging', 'Ladung', 6, { PLANT: 'aus der Erzeugungsanlage', GRID: 'aus dem Netz' }),
        options('battery.discharging', 'Entladung', 6, {
          CUSTOMER: 'in die Kundenanlage',
          GRID: 'in das Netz',
        }),
      ],
    },
  ],
  signatures: ['Anlagenerrichter (Stempel)'],
};
