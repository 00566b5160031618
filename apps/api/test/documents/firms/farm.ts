import { string } from '../../support/wired-project.ts';
import { address, type Firm, field } from './firm.ts';

const customer = {
  type: 'COMPANY',
  companyName: 'Hof Brinkmann GbR',
  firstName: 'Heinrich',
  lastName: 'Brinkmann',
  address: address('Dorfstraße 1', '29565 Wriedel'),
} as const;

const agricultural = {
  address: address('Dorfstraße 1', '29565 Wriedel'),
  cadastralDistrict: 'Brockhöfe',
  cadastralSection: '3',
  parcelNumber: '112/4',
  buildingType: 'AGRICULTURAL',
  buildingUse: 'COMMERCIAL',
} as const;

const barn = {
  name: 'Scheune Süd',
  roofType: 'GABLE',
  covering: 'TRAPEZOIDAL_SHEET',
  azimuth: 185,
  tilt: 20,
  width: 30,
  length: 9,
} as const;

/** A company for farms: barns and stables. */
export const farm: Firm = {
  name: 'Heidestrom Solartechnik',
  profile: {
    legalForm: 'GmbH',
    address: address('Gewerbepark 2', '29525 Uelzen'),
    email: 'info@heidestrom.example',
    vatId: 'DE312345678',
    registerCourt: 'Amtsgericht Lüneburg',
    registerNumber: 'HRB 20123',
    managingDirectors: ['Gesa Harms'],
  },
  offers: {
    'barn of 29.92 kWp': {
      customer,
      project: { ...agricultural, roofs: [barn] },
      offer: {
        modules: [
          { ref: 'barn', materialId: 'sk440', roofId: 'Scheune Süd', quantity: 68, ...field(17, 4, 2, 0.6) },
        ],
        inverters: [
          {
            materialId: 'string50',
            strings: ['1', '2', '3', '4'].map((tracker) => string(`${tracker} barn 17`)),
          },
        ],
        subconstructions: [{ materialId: 'trapezoid', roofId: 'Scheune Süd' }],
        services: [{ serviceId: 'mounting', price: 42 }],
      },
    },
    'barn of 60 kWp with VAT': {
      customer,
      project: { ...agricultural, roofs: [{ ...barn, width: 40, length: 10 }] },
      offer: {
        vatMode: 'STANDARD',
        modules: [
          { ref: 'barn', materialId: 'sk500', roofId: 'Scheune Süd', quantity: 120, ...field(30, 4, 1, 0.5) },
        ],
        inverters: [
          {
            materialId: 'string50',
            strings: ['1', '2', '3'].flatMap((tracker) => [
              string(`${tracker} barn 20`),
              string(`${tracker} barn 20`),
            ]),
          },
        ],
        subconstructions: [{ materialId: 'trapezoid', roofId: 'Scheune Süd' }],
      },
    },
    'extension of a plant': {
      customer,
      project: {
        ...agricultural,
        existingSystems: [{ type: 'PV', powerKwp: 24.5, apparentPowerKva: 22, commissionedOn: '2012-06-29' }],
        roofs: [{ ...barn, name: 'Stall Ost', azimuth: 95 }],
      },
      offer: {
        modules: [
          { ref: 'stable', materialId: 'sk440', roofId: 'Stall Ost', quantity: 24, ...field(12, 2, 1, 1) },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 stable 12'), string('2 stable 12')] }],
        additionalCosts: [{ name: 'Wandlermessung anpassen', price: 1200, vatRate: 19 }],
      },
    },
    'modules over a chimney and beyond the edge': {
      customer,
      project: {
        ...agricultural,
        roofs: [
          {
            ...barn,
            width: 12,
            length: 6,
            obstacles: [{ type: 'CHIMNEY', x: 3.2, y: 2, width: 0.7, height: 0.7 }],
          },
        ],
      },
      offer: {
        modules: [
          { ref: 'over', materialId: 'sk440', roofId: 'Scheune Süd', quantity: 12, ...field(6, 2, 0.5, 0.5) },
          { ref: 'beyond', materialId: 'sk440', roofId: 'Scheune Süd', quantity: 8, ...field(4, 2, 8, 0.5) },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 over 12'), string('2 beyond 8')] }],
      },
    },
    'flat stable roof without direction': {
      customer,
      project: {
        ...agricultural,
        roofs: [{ name: 'Melkstand', roofType: 'FLAT', azimuth: null, tilt: 0, width: 15, length: 8 }],
      },
      offer: {
        modules: [
          {
            ref: 'flat',
            materialId: 'sk440',
            roofId: 'Melkstand',
            quantity: 20,
            ...field(10, 2, 1, 1),
            orientation: 'LANDSCAPE',
            columns: 7,
            rows: 3,
          },
        ],
        inverters: [{ materialId: 'hybrid10', strings: [string('1 flat 10'), string('2 flat 10')] }],
      },
    },
  },
};
