import { string } from '../../support/wired-project.ts';
import { address, type Firm, field, type RoofBody } from './firm.ts';

const times = (count: number, text: string) => Array.from({ length: count }, () => string(text));

const customer = {
  type: 'COMPANY',
  companyName: 'Möbelhaus Kranich GmbH & Co. KG',
  salutation: 'MS',
  firstName: 'Beate',
  lastName: 'Kranich',
  vatId: 'DE811234567',
  address: address('Industriering 40-44', '38855 Wernigerode'),
} as const;

const commercial = {
  address: address('Industriering 40-44', '38855 Wernigerode'),
  buildingType: 'COMMERCIAL',
  buildingUse: 'COMMERCIAL',
  feedInType: 'SURPLUS',
  mainFuseA: 250,
} as const;

const hall: RoofBody = {
  name: 'Halle 1',
  roofType: 'FLAT',
  covering: 'MEMBRANE',
  azimuth: 90,
  tilt: 10,
  width: 34,
  length: 20,
  obstacles: [
    { type: 'SKYLIGHT', x: 15.6, y: 18.2, width: 3, height: 1.5 },
    { type: 'VENT', x: 31, y: 18.5, width: 1, height: 1 },
  ],
};

/** A company that builds large systems for trade and industry. */
export const largeInstaller: Firm = {
  name: 'Nordlicht Energieanlagen',
  profile: {
    legalForm: 'GmbH & Co. KG',
    address: address('Hafenkai 20', '24143 Kiel'),
    email: 'angebot@nordlicht.example',
    vatId: 'DE298765432',
    registerCourt: 'Amtsgericht Kiel',
    registerNumber: 'HRA 9876 KI',
    managingDirectors: ['Dr. Silke Petersen', 'Okan Yıldız'],
  },
  offers: {
    '225 modules on one roof': {
      customer,
      project: { ...commercial, name: 'Möbelhaus, Halle 1', roofs: [hall] },
      offer: {
        vatMode: 'STANDARD',
        modules: [
          { ref: 'hall', materialId: 'sk440', roofId: 'Halle 1', quantity: 225, ...field(25, 9, 1, 1) },
        ],
        inverters: [
          {
            materialId: 'string100',
            strings: [
              ...Array.from({ length: 5 }, (_, index) => times(2, `${index + 1} hall 21`)).flat(),
              string('6 hall 15'),
            ],
          },
        ],
        subconstructions: [{ materialId: 'eastWest', roofId: 'Halle 1' }],
        services: [
          { serviceId: 'mounting', price: 38 },
          { serviceId: 'electrician', price: 14_800 },
        ],
      },
    },
    'four halls with 400 modules': {
      customer,
      project: {
        ...commercial,
        name: 'Möbelhaus, alle Hallen',
        roofs: [1, 2, 3, 4].map((number) => ({
          ...hall,
          name: `Halle ${number}`,
          azimuth: number * 80,
          obstacles: [],
        })),
      },
      offer: {
        vatMode: 'STANDARD',
        modules: [1, 2, 3, 4].map((number) => ({
          ref: `h${number}`,
          materialId: 'sk500',
          roofId: `Halle ${number}`,
          quantity: 100,
          ...field(20, 5, 1.5, 1.5),
        })),
        inverters: [1, 2, 3, 4].map((number) => ({
          materialId: 'string50',
          strings: [1, 2, 3].flatMap((tracker) => times(tracker === 3 ? 1 : 2, `${tracker} h${number} 20`)),
        })),
        services: [{ serviceId: 'mounting', price: 36 }],
      },
    },
    'reverse charge to a construction company': {
      customer: { ...customer, companyName: 'Harzbau AG' },
      project: {
        ...commercial,
        roofs: [
          {
            ...hall,
            name: 'Lagerhalle',
            roofType: 'GABLE',
            azimuth: 170,
            width: 90,
            length: 12,
            obstacles: [{ type: 'SNOW_GUARD', x: 0, y: 0.2, width: 90, height: 0.2 }],
          },
        ],
      },
      offer: {
        vatMode: 'REVERSE_CHARGE',
        modules: [
          { ref: 'hall', materialId: 'sk440', roofId: 'Lagerhalle', quantity: 300, ...field(75, 4, 1, 0.7) },
        ],
        inverters: [
          {
            materialId: 'string100',
            strings: [1, 2, 3, 4, 5, 6, 7, 8].flatMap((tracker) =>
              times(tracker === 8 ? 1 : 2, `${tracker} hall 20`),
            ),
          },
        ],
      },
    },
    'power optimizers': {
      customer: { lastName: 'Albrecht', firstName: 'Ida', address: address('Waldweg 4', '24106 Kiel') },
      project: {
        address: address('Waldweg 4', '24106 Kiel'),
        buildingUse: 'RESIDENTIAL',
        roofs: [
          {
            name: 'Mansarddach',
            roofType: 'MANSARD',
            azimuth: 225,
            tilt: 50,
            width: 14,
            length: 6,
            obstacles: [{ type: 'ANTENNA', x: 13, y: 5.2, width: 0.3, height: 0.3 }],
          },
        ],
      },
      offer: {
        modules: [
          {
            ref: 'roof',
            materialId: 'sk440',
            roofId: 'Mansarddach',
            quantity: 30,
            ...field(11, 3, 0.5, 0.3),
          },
        ],
        inverters: [{ materialId: 'optimizer10', strings: [string('1 roof 30')] }],
        equipment: [{ materialId: 'optimizer', forRef: 'roof' }],
        services: [{ serviceId: 'mounting' }],
      },
    },
    '190 lines': {
      customer,
      project: { ...commercial, roofs: [hall] },
      offer: {
        vatMode: 'STANDARD',
        modules: [{ materialId: 'sk440', roofId: 'Halle 1', quantity: 225, ...field(25, 9, 1, 1) }],
        additionalCosts: Array.from({ length: 189 }, (_, index) => ({
          name: `Position ${index + 1} des Leistungsverzeichnisses`,
          description: 'Liefern, montieren und anschließen nach den Plänen des Auftraggebers. '
            .repeat(26)
            .trim(),
          price: 100 + index,
        })),
      },
    },
  },
};
