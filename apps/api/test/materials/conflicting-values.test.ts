import type { OperationId } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { bodySchemaOf, resolved, type Schema } from '../support/contract-document.ts';
import { inverter, pvModule, tracker } from '../support/product-bodies.ts';
import { openTestApi } from '../support/test-api.ts';

const { api } = (await openTestApi()).exampleCompany;

/** Returns the contract's description of a field in a body. */
function describedAt(operationId: OperationId, path: string): string {
  let schema: Schema = bodySchemaOf(operationId) ?? {};
  for (const step of path.slice(1).split('/')) {
    const { properties = {}, items = {} } = resolved(schema);
    schema = properties[step] ?? items;
  }
  return schema.description ?? '';
}

/** The contract must state the rule beforehand: `Must not exceed capacity` for `must not exceed capacity (10 kWh)`. */
function expectDescribed(operationId: OperationId, details: { path: string; message: string }[] = []) {
  for (const { path, message } of details) {
    const rule = message.replace(/ \(.*/, '');
    expect(describedAt(operationId, path).replaceAll('`', '').toLowerCase()).toContain(rule.toLowerCase());
  }
}

describe('conflicting values are rejected with field and reason:', () => {
  const modules: [string, Partial<typeof pvModule>, string, string][] = [
    ['an open-circuit voltage at the MPP voltage', { voc: 33.12 }, '/voc', 'must be above vmpp (33.12 V)'],
    [
      'a short-circuit current below that at the MPP',
      { isc: 13 },
      '/isc',
      'must not be below impp (13.29 A)',
    ],
    [
      'a power that is not voltage by current',
      { power: 500 },
      '/power',
      'within 10 % of vmpp × impp (440.2 W)',
    ],
  ];
  test.each([
    ['tempCoefficientVoc', -0.09, '-0.6 to -0.1'],
    ['tempCoefficientVoc', -0.61, '-0.6 to -0.1'],
    ['tempCoefficientPmpp', -0.71, '-0.7 to -0.1'],
  ])('a coefficient %s of %s, which is in another unit', async (field, value, range) => {
    const { details } = await api.call('createPvModule', { body: { ...pvModule, [field]: value } });
    const message = `must be from ${range} (${value} looks like V/K instead of %/K)`;
    expect(details).toEqual([{ in: 'body', path: `/${field}`, code: 'contradiction', message }]);
    expectDescribed('createPvModule', details);
    const { id } = (await api.call('createPvModule', { body: pvModule })).body as { id: string };
    const update = await api.call('updatePvModule', { params: { id }, body: { [field]: value } });
    expect(update.error).toBe('invalid_request');
  });

  test.each(modules)('%s', async (_what, wrong, path, reason) => {
    const { error, details } = await api.call('createPvModule', { body: { ...pvModule, ...wrong } });
    expect(error).toBe('invalid_request');
    expect(details).toEqual([
      { in: 'body', path, code: 'contradiction', message: expect.stringContaining(reason) },
    ]);
    expectDescribed('createPvModule', details);
  });

  const inverters: [string, Partial<typeof inverter>, string][] = [
    [
      'a reversed MPP window',
      { mppTrackers: [tracker, { ...tracker, mppVoltageMin: 900 }] },
      '/mppTrackers/1/mppVoltageMin',
    ],
    [
      'an MPP window above what the inverter stands',
      { mppTrackers: [{ ...tracker, mppVoltageMax: 1001 }] },
      '/mppTrackers/0/mppVoltageMax',
    ],
    [
      'a short-circuit current below the operating current',
      { mppTrackers: [{ ...tracker, maxShortCircuitCurrent: 31 }] },
      '/mppTrackers/0/maxShortCircuitCurrent',
    ],
    [
      'an input that takes more than its tracker',
      { mppTrackers: [{ ...tracker, maxInputCurrentPerInput: 33 }] },
      '/mppTrackers/0/maxInputCurrentPerInput',
    ],
    ['a start above what the inverter stands', { startVoltage: 1001 }, '/startVoltage'],
    ['a nominal voltage above it', { nominalDcVoltage: 1001 }, '/nominalDcVoltage'],
    ['a reversed battery window', { batteryVoltageMin: 600, batteryVoltageMax: 150 }, '/batteryVoltageMin'],
    ['a reversed range of the power factor', { cosPhiMin: 1, cosPhiMax: 0.8 }, '/cosPhiMin'],
  ];
  test.each(inverters)('%s', async (_what, wrong, path) => {
    const { error, details } = await api.call('createInverter', { body: { ...inverter, ...wrong } });
    expect({ error, paths: details?.map((detail) => detail.path) }).toEqual({
      error: 'invalid_request',
      paths: [path],
    });
    expectDescribed('createInverter', details);
  });

  test('a battery with more usable than total capacity', async () => {
    const battery = { name: 'S10', manufacturerId: '5002', usableCapacity: 10.2 };
    const { details } = await api.call('createBattery', { body: { ...battery, capacity: 10 } });
    expect(details).toMatchObject([{ path: '/usableCapacity' }]);
    expectDescribed('createBattery', details);
    expect((await api.call('createBattery', { body: { ...battery, capacity: 10.2 } })).status).toBe(201);
  });

  test('a battery with a minimum number of modules above the maximum', async () => {
    const body = { name: 'S10', manufacturerId: '5002', usableCapacity: 10, minModules: 5, maxModules: 4 };
    const { details } = await api.call('createBattery', { body });
    expect(details).toMatchObject([{ path: '/minModules' }]);
    expectDescribed('createBattery', details);
  });

  test('a change that conflicts with stored values', async () => {
    const { body } = await api.call('createPvModule', { body: pvModule });
    const params = { id: body.id };
    const wrong = await api.call('updatePvModule', { params, body: { vmpp: 40 } });
    expect(wrong.details?.map(({ path }) => path)).toEqual(['/voc', '/power']);
    expectDescribed('updatePvModule', wrong.details);
    const right = { vmpp: 40, voc: 48, power: 530 };
    expect((await api.call('updatePvModule', { params, body: right })).body).toMatchObject(right);
  });

  test('accepts values at the limits', async () => {
    const limits = { vmpp: 40, impp: 11, power: 400, isc: 11, voc: 40.01 };
    expect((await api.call('createPvModule', { body: { ...pvModule, ...limits } })).status).toBe(201);
    const edge = { ...tracker, mppVoltageMax: 1000, maxShortCircuitCurrent: 32, maxInputCurrentPerInput: 32 };
    const body = { ...inverter, startVoltage: 1000, mppTrackers: [edge] };
    expect((await api.call('createInverter', { body })).status).toBe(201);
  });
});
