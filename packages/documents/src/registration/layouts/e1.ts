import { blank, type FormLayout, ifModules, options, required, text, yesOrNo } from './form-layout.ts';
import { contractor, feedIn, groundingSystem, meteringConcept, siteFields } from './shared-sections.ts';

/** Application (Antragstellung). */
export const e1: FormLayout = {
  sections: [
    {
      title: 'Anlagenanschrift',
      fields: [
        ...siteFields,
        text('project.cadastralDistrict', 'Gemarkung', 6),
        text('project.cadastralSection', 'Flur', 3),
        text('project.parcelNumber', 'Flurstück', 3),
      ],
    },
    {
      title: 'Anschlussnehmer (Grundstückseigentümer)',
      fields: [
        text('derived.connectionHolderName', 'Name', 6, required),
        yesOrNo('project.isOwner', 'Anlagenbetreiber ist Eigentümer', 3),
        yesOrNo('project.ownerConsent', 'Zustimmung des Eigentümers', 3),
      ],
    },
    {
      title: 'Anlagenbetreiber',
      fields: [
        text('customer.displayName', 'Name', 4, required),
        text('customer.street', 'Straße, Hausnummer', 4),
        text('customer.postalCodeAndCity', 'PLZ, Ort', 4),
      ],
    },
    contractor,
    {
      title: 'Anlage',
      fields: [
        options('derived.registrationKind', 'Vorhaben', 8, {
          NEW: 'Neuerrichtung',
          EXTENSION: 'Erweiterung',
          REMOVAL: 'Rückbau',
        }),
        text('project.plannedCommissioningOn', 'Geplante Inbetriebsetzung', 4),
        text('derived.totalModulePowerKwp', 'Modulleistung P_Agen in kWp', 4, { ...required, ...ifModules }),
        text('derived.totalActivePowerKw', 'Max. Wirkleistung P_Amax in kW', 4, required),
        text('derived.totalApparentPowerKva', 'Max. Scheinleistung S_Amax in kVA', 4, required),
        yesOrNo('derived.hasBattery', 'Speicher', 4),
        yesOrNo('derived.hasWallbox', 'Ladeeinrichtung', 4),
        text('derived.existingPowerKwp', 'Davon vorhandene Modulleistung in kWp', 4),
        feedIn,
      ],
    },
    {
      title: 'Netzanschluss und Messung',
      fields: [
        text('project.meterNumber', 'Zählernummer', 6),
        text('project.meterLocation', 'Ort des Zählers', 6),
        text('project.meteringPointId', 'Messlokation', 6),
        text('project.marketLocationId', 'Marktlokation', 6),
        groundingSystem,
        text('project.mainFuseA', 'Hausanschlusssicherung in A', 3),
        text('project.connectionPowerKw', 'Anschlussleistung in kW', 3),
        meteringConcept,
      ],
    },
    {
      title: 'Beilagen',
      fields: [
        {
          type: 'check',
          label: 'Datenblatt Erzeugungsanlagen (E.2)',
          span: 6,
          when: { path: 'derived.inverterCount', notEmpty: true },
        },
        {
          type: 'check',
          label: 'Datenblatt Speicher (E.3)',
          span: 6,
          when: { path: 'derived.hasBattery', is: true },
        },
        blank('Beigefügt', 12, [
          'Lageplan',
          'Übersichtsschaltplan',
          'Einheitenzertifikate (E.4)',
          'Zertifikat NA-Schutz (E.6)',
          'Zertifikat P_AV,E-Überwachung',
        ]),
      ],
    },
  ],
  signatures: ['Anschlussnehmer', 'Anlagenerrichter (Stempel)'],
};
