import { type Body, type OfferRequestStatus, type Query, states } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { offerRequestActions, oneLine } from '../support/offer-request-actions.ts';
import { openTestApi } from '../support/test-api.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { exampleCompany, emptyCompany: other, database } = await openTestApi();
const { api, raisedBy } = exampleCompany;
const { newRequest, read, convert, createOffer, newOffer, decide, expectNoChange } = offerRequestActions({
  exampleCompany,
  database,
});

const patch = (id: string, body: Body<'updateOfferRequest'>) =>
  api.call('updateOfferRequest', { params: { id }, body });

describe('a new offer request', () => {
  test('needs only a contact', async () => {
    const request = await newRequest();
    const empty = Object.fromEntries(Object.keys(request).map((field) => [field, null]));
    expect(request).toEqual({
      ...empty,
      id: expect.any(String),
      number: expect.stringMatching(/^AF-\d{4}-\d{5}$/),
      status: 'NEW',
      source: 'API',
      contact: {
        salutation: null,
        firstName: null,
        lastName: 'Vogel',
        companyName: null,
        email: null,
        phone: null,
      },
      interests: { battery: false, wallbox: false, heatPump: false, emergencyPower: false, ems: false },
      roofs: [],
      answers: {},
      emailVerified: false,
      offerIds: [],
      createdAt: expect.any(String),
      updatedAt: request.createdAt,
    });
    expect(await read(request.id)).toEqual(request);
  });

  test('raises no event, and neither does changing or deleting it', async () => {
    const events = await raisedBy(async () => {
      const { id } = await newRequest();
      await patch(id, { status: 'IN_PROGRESS', message: 'Rückruf' });
      await api.call('deleteOfferRequest', { params: { id } });
    });
    expect(events).toEqual([]);
  });

  test.each([{}, { salutation: 'MS', phone: '03631 555 0134' }, { email: null, lastName: null }] as const)(
    'rejects the contact %j, on create and on update',
    async (contact) => {
      const { id } = await newRequest();
      const refused = { status: 400, details: [{ in: 'body', path: '/contact', code: 'required' }] };
      expect(await api.call('createOfferRequest', { body: { contact } })).toMatchObject(refused);
      expect(await patch(id, { contact })).toMatchObject(refused);
    },
  );

  test.each(['CONFIGURATOR', 'BOOKING'])('rejects the source %s', async (source) => {
    const body = { contact: { lastName: 'Vogel' }, source: source as never };
    const { status, details } = await api.call('createOfferRequest', { body });
    expect({ status, details }).toMatchObject({ status: 400, details: [{ path: '/source' }] });
  });

  test('cannot be searched by a source that does not exist', async () => {
    const refused = api.call('listOfferRequests', { query: { source: 'BOOKING' as never } });
    expect(await refused).toMatchObject({
      status: 400,
      error: 'invalid_request',
      details: [{ path: 'source' }],
    });
  });

  test('gets a unique number in its company, even with concurrent requests', async () => {
    const created = async (client: typeof api) => {
      const { body } = await client.call('createOfferRequest', { body: { contact: { lastName: 'Vogel' } } });
      return body.number;
    };
    const numbers = await Promise.all(Array.from({ length: 8 }, () => created(api)));
    expect(new Set(numbers).size).toBe(8);
    expect(await created(other.api)).toMatch(/^AF-\d{4}-00001$/);
  });
});

describe('a list of offer requests', () => {
  const company = other.api;
  const find = async (query: Query<'listOfferRequests'>) => {
    const { body } = await company.call('listOfferRequests', { query: { sort: 'createdAt.asc', ...query } });
    expect(body.total).toBe(body.data.length);
    return body.data;
  };
  const created = async (body: Body<'createOfferRequest'>) => {
    const response = await company.call('createOfferRequest', { body });
    expect(response.status).toBe(201);
    return response.body;
  };

  test('has items without roofs, answers and offers', async () => {
    const { roofs, answers, offerIds, ...item } = await created({
      contact: { lastName: 'Ohne' },
      roofs: [{ tilt: 10 }],
      answers: { a: 1 },
    });
    expect({ roofs: roofs.length, answers, offerIds }).toEqual({ roofs: 1, answers: { a: 1 }, offerIds: [] });
    expect(await find({ q: 'Ohne' })).toEqual([item]);
  });

  test('finds text in contact, message and number, case-insensitively', async () => {
    const { id, number } = await created({
      contact: { firstName: 'Jörg', lastName: 'Öztürk', email: 'j.o@example.com', phone: '03631 555' },
      message: 'Bitte 100% Eigenverbrauch',
      externalId: 'LEAD-77',
    });
    const { id: companyId } = await created({ contact: { companyName: 'Bäckerei Kornblume GmbH' } });
    const found = async (q: string) => (await find({ q })).map((request) => request.id);
    for (const q of ['jörg özt', 'ÖZ', 'J.O@EX', '631 5', '100% e', number.toLowerCase()])
      expect({ q, found: await found(q) }).toEqual({ q, found: [id] });
    expect(await found('KORNBL')).toEqual([companyId]);
    for (const q of ['LEAD-77', '1_0', '%%']) expect({ q, found: await found(q) }).toEqual({ q, found: [] });
  });

  test('filters by creation time, with an inclusive start and an exclusive end, and with any UTC offset', async () => {
    const times: string[] = [];
    for (const lastName of ['Eins', 'Zwei', 'Drei']) {
      const { createdAt } = await created({ contact: { lastName }, source: 'PORTAL' });
      times.push(createdAt);
      await expect.poll(() => new Date().toISOString() > createdAt).toBe(true);
    }
    const [first = '', second = '', third = ''] = times;
    const inBerlin = `${new Date(Date.parse(second) + 3_600_000).toISOString().slice(0, -1)}+01:00`;
    const found = async (query: Query<'listOfferRequests'>) =>
      (await find({ source: 'PORTAL', ...query })).map(({ contact }) => contact.lastName);
    expect(await found({ createdFrom: second })).toEqual(['Zwei', 'Drei']);
    expect(await found({ createdFrom: inBerlin, createdTo: third })).toEqual(['Zwei']);
    expect(await found({ createdTo: second })).toEqual(['Eins']);
    expect(await found({ updatedFrom: first, updatedTo: inBerlin })).toEqual(['Eins']);
  });
});

/** Functions that create an offer request in each status. */
const requestIn: Record<OfferRequestStatus, () => Promise<string>> = {
  NEW: async () => (await newRequest()).id,
  IN_PROGRESS: () => requestMovedTo('IN_PROGRESS'),
  REJECTED: () => requestMovedTo('REJECTED'),
  WITHDRAWN: () => requestMovedTo('WITHDRAWN'),
  LOST: () => requestMovedTo('LOST'),
  OFFER_CREATED: async () => {
    const { id } = await newRequest();
    await newOffer(id);
    return id;
  },
  WON: async () => {
    const { id } = await newRequest();
    await decide(await newOffer(id), 'acceptOffer');
    return id;
  },
};

async function requestMovedTo(status: NonNullable<Body<'updateOfferRequest'>['status']>): Promise<string> {
  const { id } = await newRequest();
  expect((await patch(id, { status })).status).toBe(200);
  return id;
}

const { actions } = states.offerRequest;

/** The requests for the contract's actions. */
const attempts: Record<keyof typeof actions, (id: string) => Promise<{ status: number; error?: unknown }>> = {
  IN_PROGRESS: (id) => patch(id, { status: 'IN_PROGRESS' }),
  REJECTED: (id) => patch(id, { status: 'REJECTED' }),
  WITHDRAWN: (id) => patch(id, { status: 'WITHDRAWN' }),
  LOST: (id) => patch(id, { status: 'LOST' }),
  convert: (id) => convert(id),
  offer: createOffer,
  delete: (id) => api.call('deleteOfferRequest', { params: { id } }),
};

const cells = Object.entries(actions).flatMap(([action, outcomes]) =>
  Object.entries(outcomes).map(([state, outcome]) => [action, state, outcome] as const),
) as [keyof typeof actions, OfferRequestStatus, string | null][];

describe('the state table', () => {
  test.each(cells)('%s of a request in state %s: %s', async (action, state, outcome) => {
    const id = await requestIn[state]();
    const before = await read(id);
    expect(before.status).toBe(state);
    const { status, error } = await attempts[action](id);
    if (outcome === null) {
      expect(status).toBe(204);
      expect((await api.call('getOfferRequest', { params: { id } })).status).toBe(404);
    } else if (outcome in requestIn) {
      expect(status).toBeLessThan(300);
      expect((await read(id)).status).toBe(outcome);
    } else {
      expect({ status, error }).toEqual({ status: 409, error: outcome });
      expect(await read(id)).toEqual(before);
    }
  });
});

test('reports problems of the body before those of the state', async () => {
  const id = await requestIn.REJECTED();
  const dangling = { includeAutoAdded: false, equipment: [{ materialId: '4401', forRef: 'x', price: 1 }] };
  const answers = [
    await api.call('createOffer', { body: { projectId: '2001', offerRequestId: id, ...dangling } }),
    await convert(id, {
      project: {},
      offer: { siteId: '987654321', services: [{ serviceId: '987654321' }] },
    }),
    await convert(id, { project: {}, offer: { services: [{ serviceId: '987654321' }] } }),
  ];
  expect(answers.map(({ error, details }) => [error, details?.map(({ path }) => path)])).toEqual([
    ['dangling_ref', ['/equipment/0/forRef']],
    ['unknown_reference', ['/offer/siteId']],
    ['unknown_reference', ['/offer/services/0/serviceId']],
  ]);
});

describe('a change to an offer request', () => {
  test('to REJECTED sets the time of rejection once', async () => {
    const { id } = await newRequest();
    const { body: rejected } = await patch(id, { status: 'REJECTED', rejectReason: 'Zu weit weg' });
    expect(rejected).toMatchObject({ rejectedAt: rejected.updatedAt, rejectReason: 'Zu weit weg' });
    expect((await patch(id, { status: 'REJECTED' })).body).toEqual(rejected);
    const { body: again } = await patch(id, { status: 'REJECTED', rejectReason: 'Zu klein' });
    expect(again.rejectedAt).toBe(rejected.rejectedAt);
    for (const status of ['WITHDRAWN', 'LOST'] as const)
      expect(await read(await requestMovedTo(status))).toMatchObject({ rejectedAt: null });
  });

  test('changes nothing if it is rejected', async () => {
    const id = await requestIn.REJECTED();
    await expectNoChange(async () => {
      expect((await patch(id, { status: 'LOST', message: 'anders' })).error).toBe('offer_request_closed');
    });
    expect((await patch(id, { message: 'anders' })).body).toMatchObject({ message: 'anders' });
  });

  test.each(['source', 'number', 'projectId', 'convertedAt', 'rejectedAt', 'offerIds', 'id'])(
    'rejects %s',
    async (field) => {
      const { id } = await newRequest();
      const { status, details } = await api.send('PATCH', `/v1/offer-requests/${id}`, {
        body: { [field]: '2001' },
      });
      expect({ status, details }).toMatchObject({ status: 400, details: [{ path: `/${field}` }] });
    },
  );
});

describe('the status follows the offers', () => {
  test('from the first offer until the last decision', async () => {
    const { id } = await newRequest();
    const seen: OfferRequestStatus[] = [];
    const note = async () => seen.push((await read(id)).status);
    const first = await newOffer(id);
    const second = await newOffer(id);
    await decide(first, 'declineOffer');
    await note();
    await decide(second, 'declineOffer');
    await note();
    const third = await newOffer(id);
    await note();
    for (const offer of [first, second, third]) {
      await api.call('deleteOffer', { params: { id: offer } });
      await note();
    }
    const [fourth, fifth] = [await newOffer(id), await newOffer(id)];
    expect((await read(id)).offerIds).toEqual([fourth, fifth]);
    await decide(fourth, 'acceptOffer');
    await note();
    await decide(fifth, 'declineOffer');
    await newOffer(id);
    await note();
    const one = 'OFFER_CREATED';
    expect(seen).toEqual([one, 'LOST', one, one, one, 'IN_PROGRESS', 'WON', 'WON']);
  });

  test('even with concurrent creations, decisions and deletions of offers', async () => {
    const due = { ACCEPTED: 'WON', DRAFT: 'OFFER_CREATED', PUBLISHED: 'OFFER_CREATED', DECLINED: 'LOST' };
    for (const decision of ['acceptOffer', 'declineOffer', 'deleteOffer'] as const) {
      const { id } = await newRequest();
      const offers = [await newOffer(id), await newOffer(id), await newOffer(id)];
      for (const offer of offers) await api.call('publishOffer', { params: { id: offer } });
      const decided = offers.map((offer) => api.sample(decision, { params: { id: offer }, body: undefined }));
      const answers = await Promise.all<{ status: number }>([
        ...decided,
        createOffer(id),
        convert(id, { project: {}, offer: oneLine }),
      ]);
      for (const { status } of answers) expect([200, 201, 204, 409]).toContain(status);
      const { body } = await api.call('listOffers', { query: { offerRequestId: id } });
      const states = new Set(body.data.map(({ state }) => state));
      const [first = 'DRAFT'] = (Object.keys(due) as (keyof typeof due)[]).filter((state) =>
        states.has(state),
      );
      const { status, offerIds } = await read(id);
      expect({ decision, status, offers: offerIds.length }).toEqual({
        decision,
        status: due[first],
        offers: body.total,
      });
    }
  });

  test('of several requests when a project is deleted with its offers', async () => {
    const { body: project } = await api.call('createProject', { body: { customerId: '1001' } });
    const requests = [await newRequest(), await newRequest(), await newRequest()];
    const [undecided, lost, empty] = requests.map(({ id }) => id) as [string, string, string];
    await newOffer(undecided);
    await decide(await newOffer(lost), 'declineOffer');
    for (const { id } of requests) {
      const body = { projectId: project.id, offerRequestId: id, ...oneLine };
      expect((await api.call('createOffer', { body })).status).toBe(201);
      expect((await read(id)).status).toBe('OFFER_CREATED');
    }
    expect((await api.call('deleteProject', { params: { id: project.id } })).status).toBe(204);
    const statuses = [await read(undecided), await read(lost), await read(empty)].map(({ status }) => status);
    expect(statuses).toEqual(['OFFER_CREATED', 'LOST', 'IN_PROGRESS']);
  });

  test('and references are cleared when their records are deleted', async () => {
    const { id, updatedAt } = (await convert((await newRequest()).id)).body;
    const { customerId, projectId } = await read(id);
    await api.call('deleteProject', { params: { id: String(projectId) } });
    const without = await read(id);
    expect(without).toMatchObject({ customerId, projectId: null, status: 'IN_PROGRESS' });
    expect(without.updatedAt > updatedAt).toBe(true);
    await api.call('deleteCustomer', { params: { id: String(customerId) } });
    expect(await read(id)).toMatchObject({ customerId: null, projectId: null });
    expect((await convert(id)).error).toBe('offer_request_closed');
  });
});

describe('a deleted offer request', () => {
  test('keeps its offers without the reference', async () => {
    const { id } = await newRequest();
    const offers = [await newOffer(id), await newOffer(id)];
    await decide(String(offers[0]), 'acceptOffer');
    const readOffer = async (offer: string) => (await api.call('getOffer', { params: { id: offer } })).body;
    const before = await Promise.all(offers.map(readOffer));
    const events = await raisedBy(async () => {
      expect((await api.call('deleteOfferRequest', { params: { id } })).status).toBe(204);
    });
    expect(events).toEqual([]);
    const after = await Promise.all(offers.map(readOffer));
    for (const [index, offer] of after.entries()) {
      const { updatedAt } = offer;
      expect(offer).toEqual({ ...before[index], offerRequestId: null, updatedAt });
      expect(updatedAt > String(before[index]?.updatedAt)).toBe(true);
    }
    expect((await api.call('deleteOfferRequest', { params: { id } })).status).toBe(404);
  });

  test('keeps an offer that was created for it concurrently', async () => {
    const { id } = await newRequest();
    const offer = await newOffer((await newRequest()).id);
    const deletion = await database.kysely.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('offer')
        .set({ offerRequestId: id })
        .where('companyId', '=', exampleCompany.id)
        .where('id', '=', offer)
        .execute();
      const sent = api.call('deleteOfferRequest', { params: { id } });
      await expect.poll(() => waitingForLocks(database.kysely)).toBe(1);
      return { sent };
    });
    expect((await deletion.sent).status).toBe(204);
    const { body } = await api.call('getOffer', { params: { id: offer } });
    expect(body.offerRequestId).toBe(null);
  });
});
