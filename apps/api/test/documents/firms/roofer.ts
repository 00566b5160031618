import { string } from '../../support/wired-project.ts';
import { address, type Firm, field } from './firm.ts';

const customer = {
  salutation: 'MS',
  firstName: 'Katarzyna',
  lastName: 'Łukaszewicz',
  address: address('Schloßstraße 15', '01067 Dresden'),
} as const;

const house = {
  address: address('Schloßstraße 15', '01067 Dresden'),
  buildingUse: 'RESIDENTIAL',
  buildingType: 'SINGLE_FAMILY',
} as const;

const roof = {
  name: 'Hauptdach',
  roofType: 'GABLE',
  covering: 'SLATE',
  azimuth: 190,
  tilt: 40,
  width: 12,
  length: 7,
} as const;

/** A roofer who also installs heat pumps: systems together with other works. */
export const roofer: Firm = {
  name: 'Dach und Wärme Böhme',
  profile: {
    legalForm: 'GmbH',
    address: address('Elbufer 77', '01127 Dresden'),
    phone: '+49 351 555030',
    email: 'kontakt@boehme.example',
    vatId: 'DE187654321',
    registerCourt: 'Amtsgericht Dresden',
    registerNumber: 'HRB 11122',
    managingDirectors: ['Falk Böhme'],
  },
  offers: {
    'new roof with a system': {
      customer,
      project: {
        ...house,
        roofs: [
          {
            ...roof,
            obstacles: [
              { type: 'SKYLIGHT', x: 9.8, y: 2.4, width: 0.9, height: 1.2 },
              { type: 'SNOW_GUARD', x: 0, y: 0.1, width: 12, height: 0.2 },
              { type: 'CHIMNEY', x: 10.2, y: 5.6, width: 0.6, height: 0.6 },
            ],
          },
        ],
      },
      offer: {
        modules: [
          { ref: 'roof', materialId: 'sk440', roofId: 'Hauptdach', quantity: 24, ...field(8, 3, 0.4, 0.6) },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 roof 14'), string('2 roof 10')] }],
        services: [
          { serviceId: 'mounting' },
          { serviceId: 'roofing', quantity: 84 },
          { serviceId: 'scaffold', quantity: 150 },
        ],
      },
    },
    'heat pump and a discount': {
      customer,
      project: { ...house, roofs: [roof] },
      offer: {
        modules: [
          { ref: 'roof', materialId: 'sk440', roofId: 'Hauptdach', quantity: 18, ...field(9, 2, 0.5, 1) },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 roof 9'), string('2 roof 9')] }],
        services: [{ serviceId: 'heatPump' }, { serviceId: 'maintenance' }],
        additionalCosts: [{ name: 'Paketnachlass', price: -1500 }],
      },
    },
    'a string that is too long': {
      customer,
      project: { ...house, roofs: [{ ...roof, width: 16 }] },
      offer: {
        modules: [
          { ref: 'roof', materialId: 'sk440', roofId: 'Hauptdach', quantity: 24, ...field(12, 2, 0.5, 1) },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 roof 24')] }],
      },
    },
    'names in other scripts': {
      customer: {
        firstName: 'Олена',
        lastName: 'Шевченко',
        address: address('Kyjiwer Straße 2', '01069 Dresden'),
      },
      project: { ...house, name: 'Будинок 東京 Αθήνα', roofs: [{ ...roof, name: 'Дах південь' }] },
      offer: {
        name: 'Сонячна система',
        modules: [
          { ref: 'roof', materialId: 'sk440', roofId: 'Дах південь', quantity: 12, ...field(6, 2, 1, 1) },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 roof 12')] }],
      },
    },
    'long names': {
      customer: {
        type: 'HOUSING_COMMUNITY',
        companyName:
          'Wohnungseigentümergemeinschaft Königsbrücker Landstraße 117 bis 119b, vertreten durch die Hausverwaltung Sächsische Schweiz',
        address: {
          ...address('Königsbrücker-Landstraßen-Siedlung 117-119b', '01109 Dresden'),
          addressLine2: 'Hinterhaus, 3. Obergeschoss links',
        },
      },
      project: {
        ...house,
        buildingType: 'MULTI_FAMILY',
        name: 'Gemeinschaftliche Gebäudeversorgung',
        roofs: [roof],
      },
      offer: {
        modules: [
          {
            ref: 'roof',
            materialId: 'sk440',
            roofId: 'Hauptdach',
            quantity: 20,
            ...field(10, 2, 0.3, 1.5),
            name: 'Sonnkraft SK 440 Glas-Glas bifazial, schwarz, mit Herkunftsnachweis und verlängerter Produktgarantie',
          },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 roof 10'), string('2 roof 10')] }],
      },
    },
  },
};
