import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { settled } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver();

test.each([
  ['half of a surrogate pair', 'a\ud800b'],
  ['line separators', '\u2028\u2029'],
  ['NUL and control characters', '\0\x01\x7f'],
  ['the end of a script element', '</script><!--'],
  ['a megabyte', 'ü'.repeat(500_000)],
])('%s in an event arrives unchanged', async (_name, text) => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  bench.dispatch();
  await bench.record(companyId, 'customer.created', { text });
  await settled(bench, id, 'delivered');
  const [request] = receiver.requests;
  expect(JSON.parse(request?.body ?? '').data.text).toBe(text);
});

test('a secret that cannot be decrypted is an internal error, exhausts the delivery after eight attempts and delays no other endpoint', async () => {
  const { companyId, id: broken } = await bench.subscribe(receiver.url);
  const { id: fine } = await bench.subscribe(receiver.url, { companyId });
  await bench.database.kysely
    .updateTable('webhookEndpoint')
    .set({ secret: 'nonsense' })
    .where('id', '=', broken.endpointId)
    .execute();
  bench.dispatch();
  await bench.recordMany(companyId, 3);
  await settled(bench, fine, 'delivered', 3);
  const deliveries = await settled(bench, broken, 'exhausted', 3);
  for (const { attempts } of deliveries) {
    expect(attempts.map(({ errorCode, errorText }) => [errorCode, errorText])).toEqual(
      Array(8).fill(['internal', 'The service could not make the attempt.']),
    );
  }
  expect((await bench.endpoints.get(broken)).consecutiveFailures).toBe(0);
});

test('a response that the database rejects is omitted, and the rest of its batch is saved', async () => {
  const { kysely } = bench.database;
  await sql`
    alter table webhook_attempt add constraint no_poison check (response_body is null or response_body <> 'poison')
  `.execute(kysely);
  let turn = 0;
  receiver.answer((response) => response.writeHead(200).end(++turn === 3 ? 'poison' : 'fine'));
  const { companyId, id } = await bench.subscribe(receiver.url);
  const { registry } = bench.dispatch();
  await bench.recordMany(companyId, 6);
  const deliveries = await settled(bench, id, 'delivered', 6);
  const bodies = deliveries.flatMap(({ attempts }) => attempts.map(({ responseBody }) => responseBody));
  expect(bodies.toSorted()).toEqual(['fine', 'fine', 'fine', 'fine', 'fine', null]);
  expect(receiver.requests).toHaveLength(6);
  expect(await registry.metrics()).toContain('webhook_attempts_without_lease_total 0\n');
  await sql`alter table webhook_attempt drop constraint no_poison`.execute(kysely);
});
