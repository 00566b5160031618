import { expect, test } from 'vitest';
import { claimDeliveries } from '../src/dispatch/claim/claim-deliveries.ts';
import { defaultRules } from '../src/index.ts';
import { benchAndReceiver } from './support/bench-and-receiver.ts';
import { drained, eventually, type Subscription } from './support/workbench.ts';

const { bench, receiver } = await benchAndReceiver({ realTime: true });

/** Creates an endpoint whose URL ends with the name. */
const subscribeAs = (name: string, companyId?: string) =>
  bench.subscribe(`${receiver.url}/${name}`, companyId === undefined ? {} : { companyId });

const arrivals = () => receiver.requests.map(({ path }) => path.split('/').at(-1) ?? '');

test("four dispatchers together do not exceed the owner's limit of eight concurrent requests", async () => {
  const { companyId, id } = await bench.subscribe(receiver.url);
  await bench.endpoints.update(id, { maxInFlight: 8 });
  await bench.recordMany(companyId, 200);
  let underWay = 0;
  let most = 0;
  receiver.answer((response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, 20);
  });
  for (let count = 0; count < 4; count++) bench.dispatch();
  await drained(bench, id);
  expect(most).toBeLessThanOrEqual(8);
});

test('endpoints of a company are served alternately', async () => {
  const { companyId } = await subscribeAs('first');
  await subscribeAs('second', companyId);
  await bench.recordMany(companyId, 20);
  bench.dispatch({ rules: { maxInFlight: 1 } });
  await receiver.received(20);
  const turns = arrivals();
  expect(turns.filter((name, turn) => name === turns[turn - 1])).toEqual([]);
});

test('claims at the same instant serve the endpoints of a company alternately', async () => {
  const { companyId } = await bench.subscribe(receiver.url);
  await bench.subscribe(receiver.url, { companyId });
  await bench.recordMany(companyId, 5);
  const turns = await bench.database.kysely.transaction().execute(async (transaction) => {
    const served: (string | undefined)[] = [];
    for (let turn = 0; turn < 10; turn++) {
      const { claims } = await claimDeliveries(transaction, { companyId, limit: 1, rules: defaultRules });
      served.push(claims[0]?.endpoint.id);
    }
    return served;
  });
  expect(new Set(turns).size).toBe(2);
  expect(turns.filter((id, turn) => id === turns[turn - 1])).toEqual([]);
});

test('with an odd number of slots, the endpoint that has waited longer gets one more', async () => {
  const first = await bench.subscribe(receiver.url);
  const { companyId } = first;
  const second = await bench.subscribe(receiver.url, { companyId });
  await bench.recordMany(companyId, 10);
  const claim = async (limit: number) => {
    const { claims } = await claimDeliveries(bench.database.kysely, {
      companyId,
      limit,
      rules: defaultRules,
    });
    return [first, second].map(
      ({ endpoint }) => claims.filter((claimed) => claimed.endpoint.id === endpoint.id).length,
    );
  };
  const before = await claim(1);
  expect(before.toSorted()).toEqual([0, 1]);
  expect(await claim(3)).toEqual(before.map((served) => 2 - served));
});

test('companies are served alternately even if a poll cannot return all of them', async () => {
  const each = 80;
  const subscriptions: Subscription[] = [];
  for (let count = 0; count < 30; count++) {
    const subscription = await subscribeAs(String(count));
    await bench.recordMany(subscription.companyId, each);
    subscriptions.push(subscription);
  }
  bench.dispatch({ rules: { maxInFlight: 2 } });
  await eventually(() => expect(new Set(arrivals()).size).toBe(subscriptions.length));
  const names = arrivals();
  const lastToBegin = Math.max(...subscriptions.map((_, count) => names.indexOf(String(count))));
  const until = names.slice(0, lastToBegin);
  const served = subscriptions.map((_, count) => until.filter((name) => name === String(count)).length);
  expect(Math.max(...served)).toBeLessThan(0.6 * each);
});
