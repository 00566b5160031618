import { string } from '../../support/wired-project.ts';
import { address, type Firm, field } from './firm.ts';

const south = {
  name: 'Süddach',
  roofType: 'GABLE',
  azimuth: 180,
  tilt: 38,
  width: 11.2,
  length: 6.4,
} as const;
const west = { name: 'Westdach', roofType: 'GABLE', azimuth: 270, tilt: 38, width: 8, length: 6.4 } as const;

/** An electrician with a master's certificate, alone with two fitters: houses. */
export const fitter: Firm = {
  name: 'Elektro Kühn',
  profile: {
    legalForm: 'e.K.',
    address: address('Am Bahndamm 3', '99734 Nordhausen'),
    phone: '+49 3631 555010',
    email: 'post@elektro-kuehn.example',
    taxNumber: '157/222/33445',
    managingDirectors: ['Jörg Kühn'],
    defaultOfferValidityDays: 30,
  },
  offers: {
    'two roofs with dormer and chimney': {
      customer: {
        salutation: 'MR',
        firstName: 'Jürgen',
        lastName: 'Groß',
        address: address('Lindenweg 12a', '99734 Nordhausen'),
      },
      project: {
        name: 'Einfamilienhaus Groß',
        address: address('Lindenweg 12a', '99734 Nordhausen'),
        buildingUse: 'RESIDENTIAL',
        meterNumber: '1EMH0012345678',
        roofs: [
          {
            ...south,
            covering: 'CLAY_TILE',
            obstacles: [
              { type: 'DORMER', x: 8.8, y: 1.2, width: 2, height: 2.4 },
              { type: 'CHIMNEY', x: 3.5, y: 5.2, width: 0.6, height: 0.6 },
            ],
          },
          west,
        ],
      },
      offer: {
        name: 'PV 10,56 kWp',
        introText: 'vielen Dank für das Gespräch bei Ihnen zu Hause.',
        modules: [
          { ref: 'south', materialId: 'sk440', roofId: 'Süddach', quantity: 14, ...field(7, 2, 0.5, 0.8) },
          { ref: 'west', materialId: 'sk440', roofId: 'Westdach', quantity: 10, ...field(5, 2, 0.9, 0.8) },
        ],
        inverters: [
          { ref: 'wr', materialId: 'hybrid10', strings: [string('1 south 14'), string('2 west 10')] },
        ],
        subconstructions: [
          { materialId: 'hooks', roofId: 'Süddach' },
          { materialId: 'hooks', roofId: 'Westdach' },
        ],
        services: [
          { serviceId: 'mounting' },
          { serviceId: 'electrician' },
          { serviceId: 'scaffold', quantity: 96 },
          { serviceId: 'registration' },
        ],
      },
    },
    'battery and wallbox': {
      customer: {
        salutation: 'MS',
        title: 'Dr.',
        firstName: 'Aylin',
        lastName: 'Şahin-Weiß',
        address: address('Rosenstraße 7', '99734 Nordhausen'),
      },
      project: {
        address: address('Rosenstraße 7', '99734 Nordhausen'),
        buildingUse: 'RESIDENTIAL',
        isOwner: true,
        feedInType: 'SURPLUS',
        roofs: [{ ...south, obstacles: [{ type: 'SKYLIGHT', x: 9.6, y: 3, width: 0.8, height: 1.2 }] }],
      },
      offer: {
        modules: [
          { ref: 'south', materialId: 'sk440', roofId: 'Süddach', quantity: 21, ...field(7, 3, 0.4, 0.4) },
        ],
        inverters: [
          { ref: 'wr', materialId: 'hybrid10', strings: [string('1 south 11'), string('2 south 10')] },
        ],
        batteries: [{ materialId: 'dcBattery', inverterRef: 'wr' }],
        wallboxes: [{ materialId: 'wallbox11' }],
        subconstructions: [{ materialId: 'hooks', roofId: 'Süddach' }],
        services: [{ serviceId: 'mounting' }, { serviceId: 'electrician' }, { serviceId: 'meterCabinet' }],
        additionalCosts: [{ name: 'Treuerabatt', price: -500 }],
      },
    },
    'small hipped roof on one phase': {
      customer: { firstName: 'Walter', lastName: 'Öz', address: address('Gartenweg 1', '06536 Südharz') },
      project: {
        address: address('Gartenweg 1', '06536 Südharz'),
        buildingUse: 'RESIDENTIAL',
        roofs: [{ name: 'Walm Ost', roofType: 'HIPPED', azimuth: 95, tilt: 42, width: 6, length: 4.5 }],
      },
      offer: {
        modules: [
          { ref: 'east', materialId: 'sk440', roofId: 'Walm Ost', quantity: 9, ...field(5, 2, 0.1, 0.4) },
        ],
        inverters: [{ materialId: 'single4', strings: [string('1 east 9')] }],
        services: [{ serviceId: 'mounting' }, { serviceId: 'electrician' }],
      },
    },
    'little known of the customer': {
      customer: { lastName: 'Meyer' },
      project: { roofs: [{ name: 'Dach', roofType: 'GABLE', azimuth: 200, tilt: 30 }] },
      offer: {
        modules: [{ ref: 'roof', materialId: 'sk440', roofId: 'Dach', quantity: 12 }],
        inverters: [{ materialId: 'hybrid10' }],
      },
    },
    indication: {
      customer: { firstName: 'Nils', lastName: 'Andersen', email: 'nils@andersen.example' },
      project: {
        address: address('Hauptstraße 99', '37115 Duderstadt'),
        roofs: [{ name: 'Satteldach', roofType: 'GABLE', azimuth: 170, tilt: 45, width: 9, length: 5 }],
      },
      offer: {
        isIndicationPrice: true,
        modules: [{ materialId: 'sk440', roofId: 'Satteldach', quantity: 16, price: 190 }],
        additionalCosts: [{ name: 'Montage und Elektrik pauschal', price: 4800 }],
      },
    },
  },
};
