import type { RoofCreate } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';
import { customers } from '../customers/customer-records.ts';
import { publishOffer } from '../offers/lifecycle/publish-offer.ts';
import { insertProject } from '../projects/project-records.ts';
import { insertRoofs } from '../projects/roof-records.ts';
import { completeAddress } from '../records/stored-values.ts';
import { createOffer } from '../workflows/create-offer.ts';

const address = completeAddress({
  street: 'Lindenweg',
  houseNumber: '12a',
  postalCode: '01234',
  city: 'Musterstadt',
});

const roof = {
  roofType: 'GABLE',
  covering: 'CONCRETE_TILE',
  tilt: 35,
  obstacles: [],
} satisfies Partial<RoofCreate>;

const roofs: RoofCreate[] = [
  { ...roof, name: 'Süddach', azimuth: 180, width: 10, length: 5.5 },
  { ...roof, name: 'Westdach', azimuth: 270, width: 8, length: 5.5 },
];

/** Demo records raise no events, because no endpoint exists yet. */
const raise = async () => {};

/** Returns a function that finds the id of a product or a service of the demo catalog by its name. */
async function demoIds(db: CompanyQueries): Promise<(name: string) => string> {
  const named = await db
    .selectFrom('material')
    .select(['id', 'name'])
    .unionAll(db.selectFrom('service').select(['id', 'name']))
    .execute();
  const ids = new Map(named.map(({ id, name }) => [name, id]));
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo catalog has no ${name}.`);
    return id;
  };
}

/**
 * Adds a customer, a project, a published offer with all kinds of lines, and a draft whose modules are not wired, to the demo company.
 * Its grid operator is at the site.
 */
export async function addDemoOffers(
  db: CompanyQueries,
  { siteId, networkCarrierId }: { siteId: string; networkCarrierId: string },
): Promise<{ customerId: string; offerId: string }> {
  const { id: customerId } = await customers.insert(db, {
    type: 'PRIVATE',
    salutation: 'MS',
    firstName: 'Erika',
    lastName: 'Sommer',
    email: 'erika.sommer@example.com',
    phone: '0351 555 0420',
    address,
    siteId,
  });
  const projectId = await insertProject(db, {
    customerId,
    name: 'Demo Einfamilienhaus Sommer',
    address,
    siteId,
    buildingType: 'SINGLE_FAMILY',
    buildingUse: 'RESIDENTIAL',
    annualConsumptionKwh: 4200,
    feedInType: 'SURPLUS',
    plannedCommissioningOn: '2027-04-15',
    networkCarrierId,
    meterNumber: '1EMH0012345678',
    meterLocation: 'Keller, Hausanschlussraum',
    meteringConcept: 'BIDIRECTIONAL',
    mainFuseA: 35,
    groundingSystem: 'TN_C_S',
    cadastralDistrict: 'Musterstadt',
    cadastralSection: '3',
    parcelNumber: '112/4',
    isOwner: true,
  });
  const [south = '', west = ''] = await insertRoofs(
    db,
    roofs.map((roof) => ({ ...roof, projectId })),
  );
  const idOf = await demoIds(db);
  const module = { materialId: idOf('Demo TOPCon 440 Wp Glas-Glas'), orientation: 'PORTRAIT' } as const;
  const place = { offsetX: 0.8, offsetY: 0.6 };
  const mounting = { materialId: idOf('Demo Aufdach für Ziegel und Dachstein') };
  const { header } = await createOffer(
    { db, raise },
    {
      projectId,
      name: 'Demo PV-Anlage mit Speicher und Wallbox',
      introText: 'Sehr geehrte Frau Sommer,\ngern bieten wir Ihnen an:',
      modules: [
        { ...module, ref: 'south', roofId: south, quantity: 14, rows: 2, columns: 7, ...place },
        { ...module, ref: 'west', roofId: west, quantity: 10, rows: 2, columns: 5, ...place },
      ],
      inverters: [
        {
          ref: 'inverter',
          materialId: idOf('Demo Hybrid 10.0'),
          strings: [
            { mppTracker: 1, moduleRef: 'south', moduleCount: 14 },
            { mppTracker: 2, moduleRef: 'west', moduleCount: 10 },
          ],
        },
      ],
      batteries: [{ materialId: idOf('Demo Speicher 10.2 kWh'), inverterRef: 'inverter' }],
      wallboxes: [{ materialId: idOf('Demo Wallbox 11 kW mit Kabel') }],
      subconstructions: [
        { ...mounting, roofId: south },
        { ...mounting, roofId: west },
      ],
      equipment: [{ materialId: idOf('Demo Energiezähler dreiphasig'), forRef: 'inverter' }],
      emergencyPower: [{ materialId: idOf('Demo Umschaltbox Ersatzstrom'), inverterRef: 'inverter' }],
      services: [
        { serviceId: idOf('Demo Montage je Modul') },
        { serviceId: idOf('Demo Gerüst'), quantity: 85 },
        { serviceId: idOf('Demo Elektroinstallation') },
        { serviceId: idOf('Demo Anmeldung Netzbetreiber und Register') },
        { serviceId: idOf('Demo Installation Wallbox') },
      ],
      additionalCosts: [{ name: 'Frühbucherrabatt', price: -500 }],
    },
  );
  await publishOffer({ db, raise }, header.id);
  await createOffer(
    { db, raise },
    {
      projectId,
      name: 'Demo PV-Anlage ohne Verschaltung',
      modules: [
        { materialId: module.materialId, roofId: south, quantity: 16 },
        { materialId: module.materialId, roofId: west, quantity: 12 },
      ],
      inverters: [{ materialId: idOf('Demo Hybrid 10.0') }],
    },
  );
  return { customerId, offerId: header.id };
}
