import { textsOf } from '@pv-planning/database/testing';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const { done, products, project } = await newOfferCompany();
const [{ id: roofId } = { id: '' }] = project.roofs;

/** Only statements on these tables are counted: others, such as those of deliveries, may be sent at the same time. */
const tables = /"(offer|offer_line|material|service|roof|project|site|record_counter)"|offer_line_id_seq/;

const times = <T>(count: number, line: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => line(index));

/** Returns an offer with `count` lines in each group. */
const offerWith = (count: number) => ({
  projectId: project.id,
  modules: times(count, (index) => ({
    ref: `m-${index}`,
    materialId: products.module,
    roofId,
    quantity: 10,
  })),
  inverters: times(count, (index) => ({
    ref: `i-${index}`,
    materialId: products.inverter,
    strings: [{ mppTracker: 1, moduleRef: `m-${index}`, moduleCount: 10 }],
  })),
  batteries: times(count, () => ({ materialId: products.battery })),
  wallboxes: times(count, () => ({ materialId: products.wallbox })),
  subconstructions: times(count, () => ({ materialId: products.subconstruction, roofId, quantity: 1 })),
  equipment: times(count, () => ({ materialId: products.equipment, forRef: 'i-0' })),
  emergencyPower: times(count, () => ({ materialId: products.emergencyPower, inverterRef: 'i-0' })),
  miscMaterials: times(count, () => ({ materialId: products.misc, quantity: 5 })),
  services: times(count, () => ({ serviceId: products.service })),
  additionalCosts: times(count, () => ({ name: 'Gerüst', price: 890 })),
});

/** Returns the number of statements on these tables that a call sends, and its result. */
async function statementsOf<T>(call: () => Promise<T>): Promise<{ statements: number; result: T }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const result = await call();
  const texts = query.mock.calls.flatMap(([statement]) => textsOf(statement));
  query.mockRestore();
  return { statements: texts.filter((text) => tables.test(text)).length, result };
}

async function statementsWith(count: number) {
  const { statements: create, result } = await statementsOf(() => done('createOffer', {}, offerWith(count)));
  const { id, batteries } = result;
  const place = { id, lineId: String(batteries[0]?.id) };
  const { statements: read } = await statementsOf(() => done('getOffer', { id }));
  const cost = { name: 'Rabatt', price: -50 };
  const add = await statementsOf(() => done('createOfferAdditionalCost', { id }, cost));
  const change = await statementsOf(() => done('updateOfferBattery', place, { active: true, quantity: 2 }));
  const { modules, inverters, subconstructions, equipment } = offerWith(count - 1);
  const lines = { modules, inverters, subconstructions, equipment };
  const replace = await statementsOf(() => done('updateOffer', { id }, lines));
  return [create, read, add.statements, change.statements, replace.statements];
}

test('the number of statements does not grow with the number of lines', async () => {
  const few = await statementsWith(2);
  expect(await statementsWith(20)).toEqual(few);
});
