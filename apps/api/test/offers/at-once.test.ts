import type { Offer } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupNames } from '../../src/offers/line-groups.ts';
import { openWorkshops } from '../support/offer-workshop.ts';

const { newWorkshop } = await openWorkshops();
const { api, shelf, project, newOffer, read, raisedBy, done } = await newWorkshop();
const roofId = project.roofs[0]?.id ?? '';

const groups = {
  'additional-costs': (price: number) => ({ name: 'x', price }),
  batteries: (price: number) => ({ materialId: shelf.battery, price: Math.abs(price), active: price > 0 }),
  wallboxes: (price: number) => ({ materialId: shelf.wallbox, price: Math.abs(price) }),
  'misc-materials': (price: number) => ({ materialId: shelf.misc, quantity: 1, price: Math.abs(price) }),
  services: (price: number) => ({ serviceId: shelf.service, quantity: 2, price: Math.abs(price) }),
} as const;

type Group = keyof typeof groups;

interface Step {
  group: Group;
  what: 'add' | 'change' | 'remove' | 'modules';
  pick: number;
  price: number;
}

const steps = fc.array(
  fc.record({
    group: fc.constantFrom(...(Object.keys(groups) as Group[])),
    what: fc.constantFrom('add', 'add', 'change', 'remove', 'modules'),
    pick: fc.nat(),
    price: fc.integer({ min: -9999, max: 99_999 }).map((cents) => cents / 100),
  }) as fc.Arbitrary<Step>,
  { minLength: 8, maxLength: 12 },
);

const money = (value: number) => Math.round(value * 100);

/** What the lines of an offer come to, in cents; every total of these tests is exact. */
function sums(offer: Offer) {
  const lines = groupNames.flatMap((group): Offer['batteries'] => offer[group] as never);
  const counted = lines.filter(({ active }) => active !== false);
  const net = counted.reduce((sum, { totalPrice }) => sum + money(totalPrice), 0);
  return { lines, net };
}

test('random operations of eight clients on one offer leave lines, sums and the active battery consistent', async () => {
  const { id } = await newOffer({ batteries: [{ materialId: shelf.battery }] });
  const removed = new Set<string>();
  const added = new Set<string>();

  async function run({ group, what, pick, price }: Step): Promise<void> {
    const path = `/v1/offers/${id}/${group}`;
    const { body } = (await api.send('GET', path)) as { body: { data: { id: string }[] } };
    const line = body.data[pick % Math.max(1, body.data.length)]?.id;
    if (what === 'modules') {
      const modules = [{ ref: 'm', materialId: shelf.module, roofId, quantity: 1 + (pick % 40) }];
      expect((await api.call('updateOffer', { params: { id }, body: { modules } })).status).toBe(200);
    } else if (what === 'add' || line === undefined) {
      const answer = await api.send('POST', path, { body: groups[group](price) });
      if (answer.status === 201) added.add((answer.body as { id: string }).id);
      else expect([answer.status, answer.error]).toEqual([409, 'too_many_lines']);
    } else if (what === 'change') {
      const {
        name: _name,
        materialId: _m,
        serviceId: _s,
        ...change
      } = groups[group](price) as Record<string, unknown>;
      expect([200, 404]).toContain((await api.send('PATCH', `${path}/${line}`, { body: change })).status);
    } else {
      const { status } = await api.send('DELETE', `${path}/${line}`);
      expect([204, 404]).toContain(status);
      if (status === 204) {
        expect(removed).not.toContain(line);
        removed.add(line);
      }
    }
  }

  const clients = fc.sample(steps, { numRuns: 8, seed: 8 });
  const events = await raisedBy(() =>
    Promise.all(
      clients.map(async (own) => {
        for (const step of own) await run(step);
      }),
    ),
  );
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['offer.updated']));

  const offer = await read(id);
  const { lines, net } = sums(offer);
  expect(money(offer.netPrice)).toBe(net);
  expect(offer.vatBreakdown.reduce((sum, group) => sum + money(group.net), 0)).toBe(net);
  expect(money(offer.offerPrice)).toBe(net + money(offer.vatAmount));
  expect(offer.moduleCount).toBe(offer.modules.reduce((sum, { quantity }) => sum + quantity, 0));
  expect(offer.batteries.filter(({ active }) => active).length).toBeLessThanOrEqual(1);
  const ids = lines.map((line) => line.id);
  expect(new Set(lines.map(({ ref }) => ref)).size).toBe(lines.length);
  for (const line of added) expect(ids.includes(line)).toBe(!removed.has(line));
  for (const group of groupNames) {
    const positions = offer[group].map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  }
});

test('one of several decisions at once is made', async () => {
  const { id } = await newOffer({ additionalCosts: [{ name: 'x', price: 1 }] });
  const params = { id };
  const events = await raisedBy(async () => {
    const published = await Promise.all(
      Array.from({ length: 4 }, () => api.call('publishOffer', { params })),
    );
    expect(published.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const decided = await Promise.all([
      api.call('acceptOffer', { params }),
      api.call('declineOffer', { params, body: {} }),
      api.call('acceptOffer', { params }),
    ]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
  const decided =
    (await read(id)).state === 'ACCEPTED'
      ? ['offer.state_changed', 'offer.accepted']
      : ['offer.state_changed'];
  expect(events.map(({ type }) => type)).toEqual(['offer.state_changed', 'offer.published', ...decided]);
});

test('a project that is deleted while offers are made for it takes all of them along, or is kept', async () => {
  const { customerId } = project;
  const { id: projectId } = await done('createProject', {}, { customerId });
  const create = () => api.call('createOffer', { body: { projectId } });
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, create),
    api.call('deleteProject', { params: { id: projectId } }),
    ...Array.from({ length: 4 }, create),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => ![201, 204, 400].includes(status))).toEqual([]);
  expect((await api.call('listOffers', { query: { projectId } })).body.total).toBe(0);
});
