import { type LayoutField, type LayoutSection, options, required, text } from './form-layout.ts';

/** Where the plant is. */
export const siteFields: readonly LayoutField[] = [
  text('customer.displayName', 'Name', 6, required),
  text('project.street', 'Straße, Hausnummer', 6, required),
  text('project.postalCodeAndCity', 'PLZ, Ort', 6, required),
  text('customer.phone', 'Telefon', 2),
  text('customer.email', 'E-Mail', 4),
];

export const site: LayoutSection = { title: 'Anlagenanschrift', fields: siteFields };

export const contractor: LayoutSection = {
  title: 'Anlagenerrichter (eingetragener Elektrofachbetrieb)',
  fields: [
    text('contractor.name', 'Firma', 6, required),
    text('contractor.street', 'Straße, Hausnummer', 6),
    text('contractor.postalCodeAndCity', 'PLZ, Ort', 6, required),
    text('contractor.phone', 'Telefon', 2),
    text('contractor.email', 'E-Mail', 4),
    text('contractor.registrationNumber', 'Eintragungsnummer', 3, required),
    text('contractor.registeredWith', 'Eingetragen bei', 5),
    text('contractor.responsiblePerson', 'Verantwortliche Elektrofachkraft', 4),
  ],
};

export const feedIn = options('project.feedInType', 'Art der Einspeisung', 12, {
  SURPLUS: 'Überschusseinspeisung',
  FULL: 'Volleinspeisung',
  ZERO: 'Nulleinspeisung',
  ISLAND: 'Inselanlage',
});

export const meteringConcept = options('project.meteringConcept', 'Messkonzept', 12, {
  BIDIRECTIONAL: 'Zweirichtungszähler',
  CASCADE: 'Kaskade',
  CONVERTER: 'Wandlermessung',
  RLM: 'registrierende Leistungsmessung (RLM)',
});

export const groundingSystem = options('project.groundingSystem', 'Netzform', 6, {
  TN_C: 'TN-C',
  TN_S: 'TN-S',
  TN_C_S: 'TN-C-S',
  TT: 'TT',
  IT: 'IT',
});
