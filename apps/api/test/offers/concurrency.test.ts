import type { Offer } from '@pv-planning/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupNames } from '../../src/sales/offers/model/line-groups.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const { api, products, project, newOffer, read, raisedBy, done } = await newOfferCompany();
const roofId = project.roofs[0]?.id ?? '';

const groups = {
  'additional-costs': (price: number) => ({ name: 'x', price, vatRate: 19 }),
  batteries: (price: number) => ({ materialId: products.battery, price: Math.abs(price), active: price > 0 }),
  wallboxes: (price: number) => ({ materialId: products.wallbox, price: Math.abs(price) }),
  'misc-materials': (price: number) => ({ materialId: products.misc, quantity: 1, price: Math.abs(price) }),
  services: (price: number) => ({ serviceId: products.service, quantity: 2, price: Math.abs(price) }),
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

/** Returns the sums of an offer's lines in cents. All totals of lines in these tests are exact; VAT is rounded once per rate. */
function sums(offer: Offer) {
  const lines = groupNames.flatMap((group): Offer['batteries'] => offer[group] as never);
  const counted = lines.filter(({ active }) => active !== false);
  const net = counted.reduce((sum, { totalPrice }) => sum + money(totalPrice), 0);
  const byRate = Map.groupBy(counted, ({ appliedVatRate }) => appliedVatRate);
  const vatBreakdown = [...byRate]
    .sort(([one], [other]) => one - other)
    .map(([vatRate, ofRate]) => {
      const ofRateNet = ofRate.reduce((sum, { totalPrice }) => sum + money(totalPrice), 0);
      const vat = Math.sign(ofRateNet) * Math.floor((Math.abs(ofRateNet) * vatRate + 50) / 100);
      return { vatRate, net: ofRateNet, vat: vat || 0 };
    });
  return { lines, net, vatBreakdown };
}

test('random operations of eight clients on one offer keep lines, sums and the active battery consistent', async () => {
  const { id } = await newOffer({ batteries: [{ materialId: products.battery }] });
  const removed = new Set<string>();
  const added = new Set<string>();
  /** The names given to the offer. They are unique, so that every update is a change. */
  const names: string[] = [];

  async function run({ group, what, pick, price }: Step): Promise<void> {
    const path = `/v1/offers/${id}/${group}`;
    const { body } = (await api.send('GET', path)) as { body: { data: { id: string }[] } };
    const line = body.data[pick % Math.max(1, body.data.length)]?.id;
    if (what === 'modules') {
      const modules = [{ ref: 'm', materialId: products.module, roofId, quantity: 1 + (pick % 40) }];
      const name = `change ${names.length}`;
      names.push(name);
      expect((await api.call('updateOffer', { params: { id }, body: { name, modules } })).status).toBe(200);
    } else if (what === 'add' || line === undefined) {
      const response = await api.send('POST', path, { body: groups[group](price) });
      if (response.status === 201) added.add((response.body as { id: string }).id);
      else expect([response.status, response.error]).toEqual([409, 'too_many_lines']);
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
  // One event for each request that changed the offer itself; changes to single lines raise none.
  expect(events.map(({ type }) => type)).toEqual(names.map(() => 'offer.updated'));
  expect(events.map(({ data }) => (data as Offer).name).toSorted()).toEqual(names.toSorted());

  const offer = await read(id);
  const { lines, net, vatBreakdown } = sums(offer);
  expect(money(offer.netPrice)).toBe(net);
  const inCents = offer.vatBreakdown.map((group) => ({
    vatRate: group.vatRate,
    net: money(group.net),
    vat: money(group.vat) || 0,
  }));
  expect(inCents).toEqual(vatBreakdown);
  expect(money(offer.vatAmount)).toBe(vatBreakdown.reduce((sum, { vat }) => sum + vat, 0));
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

test('accepts one of several concurrent decisions', async () => {
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

test('deleting a project while offers are created for it deletes all of them or fails', async () => {
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

test.each(['deleteProject', 'deleteCustomer'] as const)(
  '%s while an offer is accepted deletes the offer or fails',
  async (deletion) => {
    for (let round = 0; round < 4; round += 1) {
      const { id: customerId } = await done('createCustomer', {}, { lastName: 'Vogel' });
      const { id: projectId } = await done('createProject', {}, { customerId });
      const additionalCosts = [{ name: 'x', price: 1 }];
      const { id } = await done('createOffer', {}, { projectId, additionalCosts });
      await done('publishOffer', { id });
      const params = { id: deletion === 'deleteProject' ? projectId : customerId };
      const answers: { accepted?: number; deleted?: number } = {};
      const accept = async () => {
        answers.accepted = (await api.call('acceptOffer', { params: { id } })).status;
      };
      const remove = async () => {
        answers.deleted = (await api.call(deletion, { params })).status;
      };
      const events = await raisedBy(() =>
        Promise.all(round % 2 === 0 ? [accept(), remove()] : [remove(), accept()]),
      );
      const { status } = await api.call('getOffer', { params: { id } });
      const isKept = status === 200;
      expect(answers).toEqual(isKept ? { accepted: 200, deleted: 409 } : { accepted: 404, deleted: 204 });
      const gone = deletion === 'deleteProject' ? 'project.deleted' : 'customer.deleted';
      expect(events.map(({ type }) => type)).toEqual(
        isKept ? ['offer.state_changed', 'offer.accepted'] : [gone],
      );
    }
  },
);
