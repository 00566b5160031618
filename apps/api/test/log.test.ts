import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { exampleCompany, url, log, database } = await openTestApi();
const { key } = await exampleCompany.newKey('*');
const api = exampleCompany.api.withKey(key);

const lineOf = (requestId: string) =>
  log.map((line) => JSON.parse(line)).find((line) => line.requestId === requestId && line.msg === 'request');

test('logs each request in one line, with caller, operation, status and duration', async () => {
  await api.call('getCustomer', { params: { id: '1001' }, headers: { 'X-Request-Id': 'a-read' } });
  expect(lineOf('a-read')).toMatchObject({
    level: 30,
    method: 'GET',
    operationId: 'getCustomer',
    companyId: exampleCompany.id,
    keyId: expect.stringMatching(/^\d+$/),
    status: 200,
    durationMs: expect.any(Number),
  });
  expect(lineOf('a-read')).not.toHaveProperty('code');
  await api.send('GET', '/v1/nonsense', { key: null, headers: { 'X-Request-Id': 'nowhere' } });
  expect(lineOf('nowhere')).toMatchObject({ method: 'GET', status: 404, code: 'not_found' });
  expect(lineOf('nowhere')).not.toHaveProperty('companyId');
});

test('logs the error code of a rejected request', async () => {
  const blank = { body: {}, headers: { 'X-Request-Id': 'nameless' } };
  await api.send('POST', '/v1/customers', blank);
  expect(lineOf('nameless')).toMatchObject({ status: 400, code: 'invalid_request' });
});

test('logs at most 200 characters of the User-Agent', async () => {
  const logged = async (requestId: string, userAgent: string) => {
    await api.send('GET', '/v1/company', {
      headers: { 'X-Request-Id': requestId, 'User-Agent': userAgent },
    });
    return lineOf(requestId);
  };
  expect(await logged('named', 'harz-shop/1.2')).toHaveProperty('userAgent', 'harz-shop/1.2');
  expect(await logged('talkative', 'x'.repeat(300))).toHaveProperty('userAgent', 'x'.repeat(200));
});

test('does not log probes', async () => {
  const before = log.length;
  await fetch(`${url}/healthz`);
  await fetch(`${url}/readyz`);
  expect(log).toHaveLength(before);
});

test('never logs keys, bodies, query strings or headers other than User-Agent and X-Request-Id, even for failed requests', async () => {
  const secret = 'Geheimrat';
  await sql`alter table customer add constraint refuses check (last_name <> ${sql.lit(secret)})`.execute(
    database.kysely,
  );
  const body = { lastName: secret, email: 'geheimrat@example.com', notes: 'Geheimnis' };
  const headers = {
    'Idempotency-Key': 'Geheimschluessel',
    Cookie: 'a=Geheimkeks',
  };
  // Creating a record takes no If-Match: such a request is rejected.
  const withVersion = { ...headers, 'If-Match': '"Geheimversion"' };
  const answers = [
    await api.send('POST', '/v1/customers', { body: { ...body, lastName: 'Öffentlich' }, headers }),
    await api.send('POST', '/v1/customers', { body: { ...body, nonsense: 1 }, headers: withVersion }),
    await api.send('POST', '/v1/customers', { rawBody: `{"lastName": ${secret}`, headers }),
    await api.send('GET', '/v1/customers', { query: { q: secret } }),
    await api.send('GET', `/v1/customers/${secret}`),
    await api.send('GET', '/v1/company', { key: `${key.slice(0, -1)}!` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 200, 404, 401]);
  const response = await fetch(`${url}/v1/customers`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'X-Request-Id': 'a-fault',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
    error: 'internal_error',
    message: expect.stringContaining('a-fault'),
  });

  const fault = log.map((line) => JSON.parse(line)).find((line) => line.level === 50);
  expect(fault).toMatchObject({
    requestId: 'a-fault',
    operationId: 'createCustomer',
    error: { stack: expect.any(String) },
  });
  expect(lineOf('a-fault')).toMatchObject({ status: 500, code: 'internal_error' });
  const everything = log.join('').toLowerCase();
  expect(everything).not.toContain('geheim');
  expect(everything).not.toContain('öffentlich');
  expect(everything).not.toContain(key.slice(12).toLowerCase());
});

test('an internal error reveals no details and changes nothing', async () => {
  await sql`alter table webhook_event rename to hidden`.execute(database.kysely);
  try {
    const answer = await fetch(`${url}/v1/customers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'a' },
      body: '{"lastName": "Verloren"}',
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toMatch(/webhook|relation|sql|kysely|stack/i);
  } finally {
    await sql`alter table hidden rename to webhook_event`.execute(database.kysely);
  }
  const { body } = await api.call('listCustomers', { query: { q: 'Verloren' } });
  expect(body.total).toBe(0);
  const again = await api.call('createCustomer', {
    body: { lastName: 'Verloren' },
    headers: { 'Idempotency-Key': 'a' },
  });
  expect(again.status).toBe(201);
});
