import pino from 'pino';
import { expect, test } from 'vitest';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { rejectWrites } from './support/reject-writes.ts';
import { eventually, settled } from './support/workbench.ts';

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

test.each([
  ['a constraint violation', '23514'],
  ['an error that nobody knows', 'XX000'],
])(
  'a response that the database rejects with %s is omitted, and the rest of its batch is saved',
  async (_error, code) => {
    const condition = "new.response_body = 'poison'";
    await rejectWrites(bench.database.kysely, 'insert on webhook_attempt', { code, condition });
    let turn = 0;
    receiver.answer((response) => response.writeHead(200).end(++turn === 3 ? 'poison' : 'fine'));
    const { companyId, id } = await bench.subscribe(receiver.url);
    const log: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line) => log.push(line) });
    const { registry } = bench.dispatch({ logger });
    await bench.recordMany(companyId, 6);
    const deliveries = await settled(bench, id, 'delivered', 6);
    const attempts = deliveries.flatMap((delivery) => delivery.attempts);
    expect(attempts.map(({ responseBody }) => responseBody).toSorted()).toEqual([
      '',
      ...['fine', 'fine', 'fine', 'fine', 'fine'],
    ]);
    expect(attempts.map(({ responseStatus }) => responseStatus)).toEqual(Array(6).fill(200));
    expect(receiver.requests).toHaveLength(6);
    expect(log.length).toBeLessThanOrEqual(6);
    expect(await registry.metrics()).toContain('webhook_attempts_without_lease_total 0\n');
  },
);

test('a result that the database rejects without a response is a failed attempt, and delays no other event', async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  const [poison = '', ...others] = await bench.recordMany(companyId, 6);
  const condition = `new.event_id = '${poison}' and new.outcome = 'delivered'`;
  const rejection = { code: 'XX000', condition };
  const accept = await rejectWrites(bench.database.kysely, 'insert on webhook_attempt', rejection);
  bench.dispatch();
  const deliveryOf = async (eventId: string) =>
    (await bench.deliveries.list(id)).find((delivery) => delivery.eventId === eventId);
  const rejected = await eventually(async () => {
    const delivery = await deliveryOf(poison);
    expect(delivery?.attempts).not.toEqual([]);
    return delivery;
  });
  expect(rejected?.attempts[0]).toMatchObject({
    ...{ outcome: 'failed', errorCode: 'internal', responseStatus: null },
    errorText: 'The database rejected the result of this attempt.',
  });
  for (const eventId of [...others, await bench.record(companyId)])
    await eventually(async () => expect(await deliveryOf(eventId)).toMatchObject({ status: 'delivered' }));
  await accept();
  await settled(bench, id, 'delivered', 7);
  expect(await bench.endpoints.get(id)).toMatchObject({ consecutiveFailures: 0 });
});
