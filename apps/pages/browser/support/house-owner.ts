import type { Body } from '@pv-planning/contract';
import type { OfferPage } from '@pv-planning/contract/pages';
import { sql } from 'kysely';
import type { TestApi } from '../../../api/test/support/test-api.ts';

/** Until when the offers can be accepted, unless a test gives another day. */
const lastDay = '2998-12-24';

/** A company with a private customer whose two roofs are measured, and offers to this customer. */
export async function houseOwner(api: TestApi) {
  const company = await api.newOfferCompany();
  const { products, done, customerId, project } = company;
  await done(
    'updateCustomer',
    { id: customerId },
    { firstName: 'Erika', lastName: 'Sommer', salutation: 'MS' },
  );
  const [south, north] = project.roofs;
  if (!south || !north) throw new Error('The project has no two roofs.');
  const chimney = { type: 'CHIMNEY', x: 9, y: 5, width: 0.5, height: 0.5 } as const;
  await done(
    'updateRoof',
    { id: project.id, roofId: south.id },
    { width: 10, length: 6, obstacles: [chimney] },
  );
  await done('updateRoof', { id: project.id, roofId: north.id }, { width: 8, length: 6 });
  await api.database.kysely
    .updateTable('company')
    .set({
      phone: '0351 555 0100',
      email: 'info@dachwerk.example',
      vatId: 'DE987654321',
      brandColor: '#e8b500',
    })
    .where('companyId', '=', company.id)
    .execute();
  const field = {
    materialId: products.module,
    orientation: 'PORTRAIT',
    rows: 2,
    offsetX: 0.8,
    offsetY: 0.6,
  } as const;

  return {
    company,
    /** Returns a published offer, and how its customer reads it. */
    async newOffer(changes: Partial<Body<'createOffer'>> = {}) {
      const { id } = await company.newOffer({
        name: 'PV-Anlage mit Speicher',
        validTo: lastDay,
        modules: [
          { ...field, roofId: south.id, quantity: 14, columns: 7 },
          { ...field, roofId: north.id, quantity: 10, columns: 5 },
        ],
        batteries: [{ materialId: products.battery }],
        wallboxes: [{ materialId: products.wallbox }],
        services: [{ serviceId: products.service }],
        additionalCosts: [{ name: 'Frühbucherrabatt', price: -500 }],
        ...changes,
      });
      await done('publishOffer', { id });
      const { token } = await api.linkOf(company, id);
      const customer = api.customer(token);
      const read = async (): Promise<OfferPage> => (await customer.read()).body;
      return { id, address: `${api.url}/o/${token}`, read, offer: await read() };
    },

    /** The mails of the company. */
    mails: () =>
      sql<{ kind: string; toAddress: string }>`
        select kind, to_address as "toAddress" from mail where company_id = ${company.id}
      `.execute(api.database.kysely),

    /** Takes the tables of offers away while something is done. */
    async away(work: () => Promise<void>) {
      await sql`alter table offer rename to offer_away`.execute(api.database.kysely);
      try {
        await work();
      } finally {
        await sql`alter table offer_away rename to offer`.execute(api.database.kysely);
      }
    },
  };
}
