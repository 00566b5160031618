import { createHmac } from 'node:crypto';
import { createDeliveries, createEndpoints } from '@pv-planning/webhook-delivery';
import { verify } from '@pv-planning/webhooks';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { checkEvent } from './support/contract-check.ts';
import { startReceiver } from './support/receiver.ts';
import { openTestApi } from './support/test-api.ts';
import { secretKey } from './support/test-company.ts';

const { exampleCompany, emptyCompany: other, database } = await openTestApi();
const { kysely } = database;
const { api } = exampleCompany;

const endpoints = createEndpoints({ kysely, secretKey, allowTargets: ['127.0.0.0/8'] });
const deliveries = createDeliveries({ kysely });

async function subscribe(eventTypes: string[], companyId = exampleCompany.id) {
  const receiver = await startReceiver();
  const { endpoint, secret } = await endpoints.create({ companyId, url: receiver.url, eventTypes });
  return { receiver, secret, endpoint };
}

test('delivers a signed event for a customer created over HTTP', async () => {
  const { receiver, secret } = await subscribe(['customer.created']);
  const { body: customer } = await api.call('createCustomer', {
    body: { firstName: 'Jörg', lastName: 'Öztürk 🌞', email: 'joerg@example.com', notes: 'not told' },
  });
  const { body, headers } = await receiver.received(1);

  const event = JSON.parse(body);
  checkEvent('customer.created', event);
  expect(event).toEqual({
    id: headers['webhook-id'],
    type: 'customer.created',
    createdAt: customer.createdAt,
    data: {
      id: customer.id,
      firstName: 'Jörg',
      lastName: 'Öztürk 🌞',
      email: 'joerg@example.com',
      createdAt: customer.createdAt,
    },
  });

  expect(new Webhook(secret).verify(body, headers)).toEqual(event);
  expect(verify({ secret, headers, body })).toEqual(event);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const byHand = createHmac('sha256', secret).update(signed).digest('hex');
  const given = headers['webhook-signature']?.split(' ').map((entry) => entry.replace('v1,', ''));
  expect(given).toContain(byHand);

  expect(() => new Webhook(secret).verify(body.replace('Jörg', 'Jorg'), headers)).toThrow();
  expect(() => verify({ secret, headers, body: `${body} ` })).toThrow();
  expect((await api.call('getEvent', { params: { id: event.id } })).text).toBe(body);
});

test('delivers every change once, to the subscribed endpoints of the same company', async () => {
  const [customers, everything, foreign] = [
    await subscribe(['customer.updated', 'customer.deleted']),
    await subscribe(['*']),
    await subscribe(['*'], other.id),
  ];
  const raised = await exampleCompany.raisedBy(async () => {
    const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
    const params = { id: customer.id };
    await api.call('updateCustomer', { params, body: { notes: 'a' } });
    await api.call('updateCustomer', { params, body: { notes: 'a' } });
    await api.call('updateCustomer', { params, body: { lastName: null } });
    await api.call('createProject', { body: { customerId: customer.id } });
    await api.call('deleteCustomer', { params });
  });
  await everything.receiver.received(raised.length);
  await customers.receiver.received(2);
  const arrived = ({ receiver }: typeof customers) => receiver.requests.map(({ body }) => JSON.parse(body));
  const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
  expect(arrived(everything).sort(byId)).toEqual(raised.toSorted(byId));
  expect(
    arrived(customers)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['customer.deleted', 'customer.updated']);
  expect(foreign.receiver.requests).toEqual([]);
});

test('retries a failing receiver with the same bytes and logs the attempts', async () => {
  const { receiver, secret, endpoint } = await subscribe(['project.created']);
  receiver.answer(500, 204);
  await api.call('createProject', { body: { customerId: '1001', name: 'Haus' } });
  const first = await receiver.received(1);
  const second = await receiver.received(2);
  expect(second.body).toBe(first.body);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(new Webhook(secret).verify(second.body, second.headers)).toBeTruthy();
  const [delivery] = await deliveries.list({ companyId: exampleCompany.id, endpointId: endpoint.id });
  expect(delivery?.attempts[0]).toMatchObject({ outcome: 'failed', responseStatus: 500 });
});

test('delivers one event for a replayed request', async () => {
  const { receiver } = await subscribe(['customer.created']);
  const request = { body: { lastName: 'Einmal' }, headers: { 'Idempotency-Key': 'once' } };
  for (let count = 0; count < 3; count += 1) await api.call('createCustomer', request);
  await receiver.received(1);
  await api.call('createCustomer', { body: { lastName: 'Danach' } });
  await receiver.received(2);
  expect(receiver.requests.map(({ body }) => JSON.parse(body).data.lastName)).toEqual(['Einmal', 'Danach']);
});

test('delivers one event for a change whose commit is repeated after a collision', async () => {
  const { receiver } = await subscribe(['customer.created']);
  await sql
    .raw(`
    create sequence commits;
    create function collide_once() returns trigger language plpgsql as
      'begin if nextval(''commits'') = 1 then raise exception using errcode = ''40001''; end if; return null; end';
    create constraint trigger collision after insert on customer deferrable initially deferred
      for each row execute function collide_once()`)
    .execute(kysely);
  onTestFinished(async () => {
    await sql`drop function collide_once cascade`.execute(kysely);
    await sql`drop sequence commits`.execute(kysely);
  });
  const raised = await exampleCompany.raisedBy(async () => {
    const { status } = await api.call('createCustomer', { body: { lastName: 'Zweimal' } });
    expect(status).toBe(201);
  });
  expect(raised).toHaveLength(1);
  await api.call('createCustomer', { body: { lastName: 'Danach' } });
  await receiver.received(2);
  const names = receiver.requests.map(({ body }) => JSON.parse(body).data.lastName);
  expect(names.toSorted()).toEqual(['Danach', 'Zweimal']);
});
