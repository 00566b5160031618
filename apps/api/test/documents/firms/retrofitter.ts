import { string } from '../../support/wired-project.ts';
import { address, type Firm, field } from './firm.ts';

const customer = {
  salutation: 'MR',
  firstName: 'Bernd',
  lastName: 'Vogel',
  phone: '+49 511 555020',
  address: address('Amselweg 8', '30655 Hannover'),
} as const;

const withPlant = {
  address: address('Amselweg 8', '30655 Hannover'),
  buildingUse: 'RESIDENTIAL',
  isOwner: true,
  feedInType: 'SURPLUS',
  meterNumber: '1ITR0098765432',
  existingSystems: [{ type: 'PV', powerKwp: 9.8, apparentPowerKva: 10, commissionedOn: '2019-05-14' }],
} as const;

const project = { ...withPlant, existingSystems: [...withPlant.existingSystems] };

/** A dealer that adds batteries to systems that others have built. */
export const retrofitter: Firm = {
  name: 'Akkufreund Nachrüstung',
  profile: {
    legalForm: 'UG (haftungsbeschränkt)',
    address: address('Limmerstraße 50', '30451 Hannover'),
    email: 'hallo@akkufreund.example',
    taxNumber: '25/123/45678',
    registerCourt: 'Amtsgericht Hannover',
    registerNumber: 'HRB 234567',
    managingDirectors: ['Minh Trần'],
  },
  offers: {
    'AC battery alone': {
      customer,
      project,
      offer: {
        batteries: [{ materialId: 'acBattery10' }],
        services: [{ serviceId: 'electrician' }, { serviceId: 'registration' }],
      },
    },
    'backup power': {
      customer,
      project,
      offer: {
        inverters: [{ ref: 'wr', materialId: 'hybrid10' }],
        batteries: [
          { materialId: 'dcBattery', inverterRef: 'wr', moduleCount: 5, price: 6500, purchasePrice: 0 },
        ],
        emergencyPower: [{ materialId: 'backupBox', inverterRef: 'wr' }],
        services: [{ serviceId: 'electrician' }],
      },
    },
    'two batteries to choose from': {
      customer,
      project,
      offer: {
        batteries: [
          { materialId: 'acBattery10' },
          { materialId: 'acBattery10', name: 'Speicherhof Nachrüst 20', quantity: 2 },
        ],
      },
    },
    'battery of a company': {
      customer: {
        type: 'COMPANY',
        companyName: 'Bäckerei Sommer e.K.',
        address: address('Marktplatz 2', '30159 Hannover'),
      },
      project: { ...project, feedInType: 'FULL', isOwner: false, ownerName: 'Immobilien Nord GmbH' },
      offer: {
        vatMode: 'STANDARD',
        batteries: [{ materialId: 'acBattery10', quantity: 3 }],
        equipment: [{ materialId: 'meter', quantity: 1 }],
      },
    },
    'new inverter for old modules': {
      customer,
      project: {
        ...project,
        roofs: [{ name: 'Garage', roofType: 'SHED', azimuth: 160, tilt: 12, width: 7, length: 4 }],
      },
      offer: {
        modules: [
          { ref: 'garage', materialId: 'sk440', roofId: 'Garage', quantity: 10, ...field(5, 2, 0.3, 0.2) },
        ],
        inverters: [{ ref: 'wr', materialId: 'hybrid10', strings: [string('1 garage 10')] }],
        batteries: [{ materialId: 'dcBattery', inverterRef: 'wr' }],
        services: [{ serviceId: 'mounting' }, { serviceId: 'electrician' }],
      },
    },
  },
};
