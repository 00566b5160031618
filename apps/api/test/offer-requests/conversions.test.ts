import type { Body, OfferRequest } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { bodySchemaOf, namedExample } from '../support/contract-document.ts';
import { offerRequestActions, oneLine } from '../support/offer-request-actions.ts';
import { allowedValues } from '../support/schema-arbitrary.ts';
import { openTestApi } from '../support/test-api.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

type Conversion = Body<'convertOfferRequest'>;

const { exampleCompany, database } = await openTestApi();
const { api, raisedBy } = exampleCompany;
const { newRequest, read, convert, createOffer, newOffer, decide, expectNoChange } = offerRequestActions({
  exampleCompany,
  database,
});
const { body: unpriced } = await api.call('createMiscMaterial', { body: { name: 'Kabel' } });

const readProject = async (id: string | null) =>
  (await api.call('getProject', { params: { id: String(id) } })).body;

const readCustomer = async (id: string | null) =>
  (await api.call('getCustomer', { params: { id: String(id) } })).body;

describe('a conversion', () => {
  test('creates a customer from the contact and a project from the rest', async () => {
    const [planner] = namedExample<{ data: { id: string }[] }>('MemberPage').data;
    const contact = {
      salutation: 'MS',
      firstName: 'Maria',
      lastName: 'Vogel',
      email: 'v@example.com',
    } as const;
    const request = await newRequest({
      contact,
      siteId: '12',
      plannerId: String(planner?.id),
      address: { street: 'Lindenweg', city: 'Nordhausen' },
      geo: { latitude: 51.5, longitude: 10.8 },
      building: { type: 'SINGLE_FAMILY', year: 1998 },
      annualConsumptionKwh: 4200,
      message: 'Ist ein Speicher sinnvoll?',
    });
    let converted = {} as OfferRequest;
    const events = await raisedBy(async () => {
      converted = (await convert(request.id)).body;
    });
    const { customerId, projectId, convertedAt } = converted;
    expect(converted).toEqual({
      ...request,
      roofsNotTaken: [],
      status: 'IN_PROGRESS',
      customerId: expect.any(String),
      projectId: expect.any(String),
      convertedAt: expect.any(String),
      updatedAt: convertedAt,
    });
    const { siteId, plannerId, address, geo, annualConsumptionKwh } = request;
    expect(await readCustomer(customerId)).toMatchObject({
      ...request.contact,
      type: 'PRIVATE',
      address,
      siteId,
      plannerId,
      projectCount: 1,
    });
    expect(await readProject(projectId)).toMatchObject({
      ...{ customerId, siteId, plannerId, address, geo, annualConsumptionKwh },
      buildingType: 'SINGLE_FAMILY',
      constructionYear: 1998,
      state: 'OPEN',
      name: null,
      notes: null,
      roofs: [],
    });
    expect(events).toMatchObject([
      { type: 'customer.created', data: { id: customerId } },
      { type: 'project.created', data: { id: projectId, customerId } },
    ]);
  });

  test('creates a company if the contact has a company name', async () => {
    const { id } = await newRequest({ contact: { lastName: 'Vogel', companyName: 'Bäckerei Vogel' } });
    const { customerId } = (await convert(id)).body;
    expect(await readCustomer(customerId)).toMatchObject({ type: 'COMPANY', companyName: 'Bäckerei Vogel' });
  });

  test('creates a person if the company name is blank', async () => {
    const { id } = await newRequest({ contact: { lastName: 'Vogel', companyName: ' ' } });
    const { customerId } = (await convert(id)).body;
    expect(await readCustomer(customerId)).toMatchObject({ type: 'PRIVATE', lastName: 'Vogel' });
  });

  test('prefers the customer in the body, then that of the request, then a new one', async () => {
    const converted = async (own: string | null, body: Partial<Conversion>) => {
      const { id } = await newRequest({ customerId: own });
      const events = await raisedBy(async () => {
        expect((await convert(id, { project: {}, ...body })).status).toBe(200);
      });
      const { customerId, projectId } = await read(id);
      expect((await readProject(projectId)).customerId).toBe(customerId);
      return [customerId, events.map(({ type }) => type)];
    };
    expect(await converted('1001', { customerId: '1002' })).toEqual(['1002', ['project.created']]);
    expect(await converted(null, { customerId: '1002' })).toEqual(['1002', ['project.created']]);
    expect(await converted('1001', { customerId: null })).toEqual(['1001', ['project.created']]);
    expect(await converted('1001', {})).toEqual(['1001', ['project.created']]);
  });

  test('creates a draft offer for the project if requested', async () => {
    const { id } = await newRequest({ siteId: '12' });
    let converted = {} as OfferRequest;
    const events = await raisedBy(async () => {
      converted = (await convert(id, { project: {}, offer: { name: 'Richtpreis', ...oneLine } })).body;
    });
    const { customerId, projectId, offerIds } = converted;
    expect(converted).toMatchObject({ status: 'OFFER_CREATED', offerIds: [expect.any(String)] });
    const { body: offer } = await api.call('getOffer', { params: { id: String(offerIds[0]) } });
    expect(offer).toMatchObject({
      ...{ customerId, projectId, offerRequestId: id, name: 'Richtpreis', siteId: '12' },
      state: 'DRAFT',
      offerPrice: 1190,
    });
    expect(events.map(({ type }) => type)).toEqual(['customer.created', 'project.created', 'offer.created']);
    await decide(offer.id, 'acceptOffer');
    expect((await read(id)).status).toBe('WON');
  });

  test('keeps earlier offers of the request', async () => {
    const { id } = await newRequest();
    const earlier = await newOffer(id);
    const { body } = await convert(id, { project: {}, offer: oneLine });
    expect(body).toMatchObject({ status: 'OFFER_CREATED', offerIds: [earlier, expect.any(String)] });
  });

  test('copies only fields that the body omits from the request', async () => {
    const request = {
      address: { city: 'Nordhausen' },
      building: { type: 'COMMERCIAL', year: 1900 },
      annualConsumptionKwh: 48_000,
      roofs: [{ roofType: 'FLAT', tilt: 0 }],
    } as const;
    const converted = async (project: Conversion['project']) => {
      const { id } = await newRequest(request as never);
      const response = await convert(id, { project });
      expect(response.status, response.text).toBe(200);
      return readProject(response.body.projectId);
    };
    const roof = { name: 'Halle', roofType: 'SHED', azimuth: 90, tilt: 5 } as const;
    expect(
      await converted({
        name: 'Neu',
        address: null,
        constructionYear: 1990,
        state: 'IN_PLANNING',
        roofs: [roof],
      }),
    ).toMatchObject({
      name: 'Neu',
      address: null,
      buildingType: 'COMMERCIAL',
      constructionYear: 1990,
      annualConsumptionKwh: 48_000,
      state: 'IN_PLANNING',
      roofs: [roof],
    });
    const withoutRoofs = await converted({ buildingType: null, roofs: [] });
    expect(withoutRoofs).toMatchObject({ buildingType: null, constructionYear: 1900, roofs: [] });
    expect(withoutRoofs.address).toMatchObject({ city: 'Nordhausen' });
  });

  test('creates a roof for each roof of the request that is complete', async () => {
    const schema = bodySchemaOf('createOfferRequest')?.properties?.roofs?.items ?? {};
    const roof = allowedValues(schema) as fc.Arbitrary<OfferRequest['roofs'][number]>;
    const described = fc.array(roof, { maxLength: 8 });
    const isComplete = ({ roofType, azimuth, tilt }: OfferRequest['roofs'][number]) =>
      roofType !== null && tilt !== null && (roofType === 'FLAT' || azimuth !== null);
    const made = fc.asyncProperty(described, async (roofs) => {
      const request = await newRequest({ roofs });
      const response = await convert(request.id, { project: {}, customerId: '1001' });
      expect(response.status, response.text).toBe(200);
      const { roofs: found } = await readProject(response.body.projectId);
      const expected = request.roofs.flatMap((roof, index) =>
        isComplete(roof) ? [{ ...roof, name: `Dach ${index + 1}` }] : [],
      );
      expect(found).toMatchObject(expected);
      expect(found).toHaveLength(expected.length);
      const notTaken = request.roofs.flatMap((roof, index) => (isComplete(roof) ? [] : [index]));
      expect(response.body.roofsNotTaken.map(({ index }) => index)).toEqual(notTaken);
    });
    await fc.assert(made, { numRuns: 12, seed: 12 });
  });

  test('lists the incomplete roofs of the request with their missing fields', async () => {
    const roofs = [
      { roofType: 'GABLE', azimuth: 170, tilt: 35 },
      { roofType: 'GABLE', azimuth: null, tilt: null },
      { tilt: 10 },
      { roofType: 'FLAT', tilt: 0 },
      { roofType: 'FLAT' },
    ] as const;
    const { id } = await newRequest({ roofs } as never);
    expect((await convert(id)).body.roofsNotTaken).toEqual([
      { index: 1, missing: ['azimuth', 'tilt'] },
      { index: 2, missing: ['roofType', 'azimuth'] },
      { index: 4, missing: ['tilt'] },
    ]);
    const own = await newRequest({ roofs } as never);
    expect((await convert(own.id, { project: { roofs: [] } })).body.roofsNotTaken).toEqual([]);
  });

  test('gives the address of the request to a customer without one, and never overwrites an address', async () => {
    const address = {
      street: 'Lindenweg',
      houseNumber: '3',
      postalCode: '99734',
      city: 'Nordhausen',
      country: 'DE',
    };
    const converted = async (own: object) => {
      const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Vogel', ...own } });
      const { id } = await newRequest({ address, customerId: customer.id } as never);
      const events = await raisedBy(async () => {
        expect((await convert(id, { project: {} })).status).toBe(200);
      });
      return [events.map(({ type }) => type).sort(), (await readCustomer(customer.id)).address];
    };
    expect(await converted({})).toEqual([
      ['customer.updated', 'project.created'],
      expect.objectContaining(address),
    ]);
    expect(await converted({ address: { city: 'Erfurt' } })).toEqual([
      ['project.created'],
      expect.objectContaining({ city: 'Erfurt', street: null }),
    ]);
  });

  test('creates a draft with modules, wired inverters and mounting systems on roofs that are named', async () => {
    const offer = (roofName: string) => ({
      includeAutoAdded: false,
      modules: [{ ref: 'm', materialId: '4001', roofName, quantity: 10, price: 95 }],
      inverters: [
        {
          ref: 'wr',
          materialId: '4101',
          price: 1850,
          strings: [{ mppTracker: 1, moduleRef: 'm', moduleCount: 10 }],
        },
      ],
      subconstructions: [{ materialId: '4601', roofName, price: 58 }],
    });
    const drafted = async (request: object, body: Conversion) => {
      const { id } = await newRequest(request as never);
      const response = await convert(id, body);
      expect(response.status, response.text).toBe(200);
      const { projectId, offerIds } = response.body;
      const { body: draft } = await api.call('getOffer', { params: { id: String(offerIds[0]) } });
      return { draft, roofs: (await readProject(projectId)).roofs };
    };
    const described = [{ tilt: 10 }, { roofType: 'GABLE', azimuth: 170, tilt: 35 }];
    const ofRequest = await drafted({ roofs: described }, { project: {}, offer: offer('Dach 2') });
    const roofs = ['Nord', 'Süd'].map(
      (name) => ({ name, roofType: 'GABLE', azimuth: 90, tilt: 30 }) as const,
    );
    const ofBody = await drafted({}, { project: { roofs }, offer: offer('Süd') });
    for (const { draft, roofs: found } of [ofRequest, ofBody]) {
      const roofId = found.at(-1)?.id;
      expect(draft).toMatchObject({
        modules: [{ roofId, quantity: 10 }],
        inverters: [{ strings: [{ moduleRef: 'm', moduleCount: 10 }] }],
        subconstructions: [{ roofId, quantityIsAutomatic: true }],
      });
    }
  });

  test('takes effect once if sent concurrently', async () => {
    const { id } = await newRequest({ contact: { lastName: 'Einmalig' } });
    const body: Conversion = { project: { name: 'Einmalig' }, offer: { name: 'Einmalig', ...oneLine } };
    const answers = await Promise.all(Array.from({ length: 6 }, () => convert(id, body)));
    const outcomes = answers.map(({ status, error }) => `${status} ${error ?? ''}`).sort();
    expect(outcomes).toEqual(['200 ', ...Array(5).fill('409 offer_request_closed')]);
    const query = { q: 'Einmalig' };
    for (const list of ['listCustomers', 'listProjects', 'listOffers'] as const)
      expect((await api.call(list, { query })).body.total).toBe(1);
  });

  test('waits for an offer that is being created for the request', async () => {
    const { id } = await newRequest();
    const answers = await Promise.all([
      createOffer(id),
      convert(id, { project: {}, offer: oneLine }),
      createOffer(id),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201]);
    const { status, offerIds } = await read(id);
    expect({ status, offers: offerIds.length }).toEqual({ status: 'OFFER_CREATED', offers: 3 });
  });

  test('rejects a customer that is being deleted, with its location in the body', async () => {
    const { id } = await newRequest();
    const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
    const conversion = await database.kysely.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('customer')
        .where('companyId', '=', exampleCompany.id)
        .where('id', '=', customer.id)
        .execute();
      const sent = convert(id, { customerId: customer.id, project: {} });
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      return { sent };
    });
    const { error, details } = await conversion.sent;
    expect({ error, paths: details?.map(({ path }) => path) }).toEqual({
      error: 'unknown_reference',
      paths: ['/customerId'],
    });
    expect((await read(id)).convertedAt).toBe(null);
  });

  test('waits for a deletion of the customer before it locks anything, as the creation of an offer does', async () => {
    const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
    const { body: project } = await api.call('createProject', { body: { customerId: customer.id } });
    const { id } = await newRequest({ customerId: customer.id });
    const lock = (transaction: Kysely<Tables>, table: 'customer' | 'project' | 'offerRequest', row: string) =>
      transaction
        .selectFrom(table)
        .select('id')
        .where('companyId', '=', exampleCompany.id)
        .where('id', '=', row)
        .forUpdate()
        .noWait()
        .execute();
    const writes = await database.kysely.transaction().execute(async (transaction) => {
      await lock(transaction, 'customer', customer.id);
      const sent = [
        api.call('createOffer', { body: { projectId: project.id, ...oneLine } }),
        convert(id),
      ] as const;
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(2);
      await lock(transaction, 'project', project.id);
      await lock(transaction, 'offerRequest', id);
      return { sent };
    });
    expect((await Promise.all(writes.sent)).map(({ status }) => status)).toEqual([201, 200]);
  });

  test('cannot be repeated, even after its results have been deleted', async () => {
    const { id } = await newRequest();
    const { customerId, projectId } = (await convert(id)).body;
    await api.call('deleteProject', { params: { id: String(projectId) } });
    await api.call('deleteCustomer', { params: { id: String(customerId) } });
    await expectNoChange(async () => expect((await convert(id)).error).toBe('offer_request_closed'));
  });
});

describe('a rejected conversion reports the location and changes nothing', () => {
  const nobody = '987654321';
  const roof = { name: 'Dach', roofType: 'GABLE', azimuth: 180, tilt: 30 } as const;
  const cost = { name: 'Pauschale', price: 999_999_999 };

  const refusals: [what: string, body: unknown, error: string, paths: string[]][] = [
    ['no project', {}, 'invalid_request', ['/project']],
    [
      'a project of another customer',
      { project: { customerId: '1001' } },
      'invalid_request',
      ['/project/customerId'],
    ],
    [
      'names that no roof or several roofs have',
      {
        project: { roofs: [roof, roof, { ...roof, name: 'Carport' }] },
        offer: {
          modules: [
            { materialId: '4001', roofName: 'Carport', quantity: 1 },
            { materialId: '4001', roofName: 'Dach', quantity: 1 },
          ],
          subconstructions: [{ materialId: '4601', roofName: 'Garage' }],
        },
      },
      'invalid_request',
      ['/offer/modules/1/roofName', '/offer/subconstructions/0/roofName'],
    ],
    [
      'a roof by its id',
      { project: {}, offer: { modules: [{ materialId: '4001', roofId: '3001', quantity: 1 }] } },
      'invalid_request',
      ['/offer/modules/0/roofId', '/offer/modules/0/roofName'],
    ],
    [
      'a roof without azimuth',
      { project: { roofs: [roof, { ...roof, azimuth: null }] } },
      'invalid_request',
      ['/project/roofs/1/azimuth'],
    ],
    [
      'unknown records',
      {
        customerId: nobody,
        project: { siteId: nobody, plannerId: 'x', roofs: [roof, { ...roof, subconstructionId: nobody }] },
        offer: { siteId: nobody },
      },
      'unknown_reference',
      [
        '/customerId',
        '/offer/siteId',
        '/project/plannerId',
        '/project/roofs/1/subconstructionId',
        '/project/siteId',
      ],
    ],
    [
      'an unknown site of the offer',
      { project: {}, offer: { siteId: nobody } },
      'unknown_reference',
      ['/offer/siteId'],
    ],
    [
      'an unknown service',
      { project: {}, offer: { services: [{ serviceId: nobody }] } },
      'unknown_reference',
      ['/offer/services/0/serviceId'],
    ],
    [
      'a taken id of the project',
      { project: { externalId: 'taken' } },
      'already_exists',
      ['/project/externalId'],
    ],
    [
      'a taken id of the offer',
      { project: {}, offer: { externalId: 'taken', ...oneLine } },
      'already_exists',
      ['/offer/externalId'],
    ],
    [
      'a reference to no line',
      { project: {}, offer: { equipment: [{ materialId: '4401', forRef: 'nothing', price: 1 }] } },
      'dangling_ref',
      ['/offer/equipment/0/forRef'],
    ],
    [
      'too large an amount',
      { project: {}, offer: { includeAutoAdded: false, additionalCosts: [{ ...cost, quantity: 2 }] } },
      'amount_too_large',
      ['/offer/additionalCosts/0'],
    ],
    [
      'no price at the site',
      { project: {}, offer: { miscMaterials: [{ materialId: unpriced.id }] } },
      'price_required',
      ['/offer/miscMaterials/0/price'],
    ],
  ];

  test.each(refusals)('%s', async (_what, body, error, paths) => {
    const { id } = await newRequest();
    await api.call('createProject', { body: { customerId: '1001', externalId: 'taken' } });
    await api.call('createOffer', { body: { projectId: '2001', externalId: 'taken', ...oneLine } });
    await expectNoChange(async () => {
      const response = await convert(id, body as Conversion);
      expect({ error: response.error, text: response.text }).toMatchObject({ error });
      expect(response.details?.map(({ path }) => path).sort()).toEqual(paths);
    });
    expect((await convert(id, { project: {}, offer: oneLine })).status).toBe(200);
  });

  test('an archived product', async () => {
    const { id } = await newRequest();
    const { body: product } = await api.call('createMiscMaterial', {
      body: { name: 'Kabel', archived: true } as never,
    });
    const offer = { miscMaterials: [{ materialId: product.id, price: 1 }] };
    await expectNoChange(async () => {
      const { error, body } = await convert(id, { project: {}, offer });
      expect({ error, body }).toMatchObject({
        error: 'material_archived',
        body: { message: expect.stringContaining('/offer/miscMaterials/0') },
      });
    });
  });
});
