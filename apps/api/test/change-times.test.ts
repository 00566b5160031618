import { type OperationId, operations } from '@pv-planning/contract';
import type { Tables } from '@pv-planning/database';
import { type Kysely, sql, type Transaction } from 'kysely';
import { describe, expect, test } from 'vitest';
import { changeTime } from '../src/kernel/records/change-time.ts';
import type { ApiResponse } from './support/api-client.ts';
import { operationIds } from './support/contract-document.ts';
import { freeTextOf } from './support/resources.ts';
import { openTestApi } from './support/test-api.ts';
import { waitingForLocks } from './support/waiting-for-locks.ts';

const { exampleCompany, database, addCompany } = await openTestApi();
const { kysely } = database;

const patches = operationIds.filter((operationId) => operations[operationId].method === 'PATCH');

interface Changed {
  updatedAt: string;
}

let changes = 0;

/** Changes an example record. Returns `updatedAt` from the response. */
async function timeOfChange(operationId: OperationId): Promise<string> {
  changes += 1;
  const body = { [freeTextOf(operationId)]: `change ${changes}` };
  const { status, body: changed } = (await exampleCompany.api.sample(operationId, {
    body,
  })) as ApiResponse<Changed>;
  expect(status).toBe(200);
  return changed.updatedAt;
}

/** Tables whose rows contain the time of their last change. */
const { rows: tables } = await sql<{ name: string }>`
  select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'updated_at'
`.execute(kysely);

async function clockOf(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(database);
  return String(rows[0]?.now);
}

/** Sets the time of the last change of all example records. */
async function setTimes(time: string): Promise<void> {
  for (const { name } of tables) {
    await sql`update ${sql.table(name)} set updated_at = ${time} where company_id = ${exampleCompany.id}`.execute(
      kysely,
    );
  }
}

const later = (time: string, milliseconds: number) => new Date(Date.parse(time) + milliseconds).toISOString();

/** Runs `work` while another transaction locks all example records. That transaction ends as soon as `work` waits for it. */
async function whileLocked<T>(work: () => Promise<T>): Promise<{ result: T; endedAt: string }> {
  const { running, endedAt } = await kysely.transaction().execute(async (transaction) => {
    await lockAll(transaction);
    const running = work();
    await expect.poll(() => waitingForLocks(kysely)).toBe(1);
    return { running: { result: running }, endedAt: await clockOf(transaction) };
  });
  return { result: await running.result, endedAt };
}

async function lockAll(transaction: Transaction<Tables>): Promise<void> {
  for (const { name } of tables) {
    await sql`select from ${sql.table(name)} where company_id = ${exampleCompany.id} for no key update`.execute(
      transaction,
    );
  }
}

describe.each(patches)('%s: updatedAt', (operationId) => {
  test('increases with every change, even if changes are concurrent', async () => {
    const first = await timeOfChange(operationId);
    const times = await Promise.all(Array.from({ length: 6 }, () => timeOfChange(operationId)));
    const last = await timeOfChange(operationId);
    expect(new Set([first, ...times, last]).size).toBe(8);
    for (const time of times) {
      expect(time > first).toBe(true);
      expect(time < last).toBe(true);
    }
  });

  test('is later than a concurrent change that it waited for', async () => {
    await setTimes(await clockOf(kysely));
    const { result, endedAt } = await whileLocked(() => timeOfChange(operationId));
    expect(result >= endedAt).toBe(true);
  });

  test('increases by a millisecond if the clock was set back, and events have the same times', async () => {
    const before = later(await clockOf(kysely), 3_600_000);
    await setTimes(before);
    const events = await exampleCompany.raisedBy(async () => {
      expect(await timeOfChange(operationId)).toBe(later(before, 1));
      expect(await timeOfChange(operationId)).toBe(later(before, 2));
    });
    const times = events.map(({ createdAt }) => createdAt);
    expect(times).toEqual(events.length === 0 ? [] : [later(before, 1), later(before, 2)]);
  });
});

test('a project and its roofs get the same time, later than all earlier ones', async () => {
  const project = await exampleCompany.api.call('createProject', {
    body: {
      customerId: (await exampleCompany.api.call('createCustomer', { body: { lastName: 'Vogel' } })).body.id,
      roofs: [{ name: 'Süd', roofType: 'FLAT', azimuth: null, tilt: 0 }],
    },
  });
  const { id, roofs } = project.body;
  const [{ id: roofId = '' } = {}] = roofs;
  const ahead = later(project.body.updatedAt, 3_600_000);
  await kysely.updateTable('roof').set({ updatedAt: ahead }).where('id', '=', roofId).execute();
  const roof = await exampleCompany.api.call('updateRoof', {
    params: { id, roofId },
    body: { name: 'Südost' },
  });
  const { body: changed } = await exampleCompany.api.call('getProject', { params: { id } });
  expect([roof.body.updatedAt, changed.updatedAt]).toEqual([later(ahead, 1), later(ahead, 1)]);
  const { status } = await exampleCompany.api.call('deleteRoof', { params: { id, roofId } });
  expect(status).toBe(204);
  const { body: without } = await exampleCompany.api.call('getProject', { params: { id } });
  expect(without.updatedAt).toBe(later(ahead, 2));
});

test('deleting a product updates the products that are compatible with it', async () => {
  const { api, id: companyId } = await addCompany();
  const { body: deleted } = await api.call('createMiscMaterial', { body: { name: 'Kabel' } });
  const { body: manufacturer } = await api.call('createManufacturer', { body: { name: 'Messwerk' } });
  const body = {
    name: 'Zähler',
    manufacturerId: manufacturer.id,
    forMaterialTypes: ['inverter' as const],
    compatibleMaterialIds: [deleted.id],
  };
  const { body: one } = await api.call('createEquipment', { body });
  const { body: other } = await api.call('createEquipment', { body });
  const meanwhile = later(one.updatedAt, 3_600_000);
  const deletion = await kysely.transaction().execute(async (transaction) => {
    await sql`update material set updated_at = ${meanwhile} where company_id = ${companyId} and id = ${one.id}`.execute(
      transaction,
    );
    const result = api.call('deleteMiscMaterial', { params: { id: deleted.id } });
    await expect.poll(() => waitingForLocks(kysely)).toBe(1);
    return { result };
  });
  expect((await deletion.result).status).toBe(204);
  const { body: waitedFor } = await api.call('getEquipment', { params: { id: one.id } });
  expect(waitedFor).toEqual({ ...one, compatibleMaterialIds: [], updatedAt: later(meanwhile, 1) });
  const { body: notWaitedFor } = await api.call('getEquipment', { params: { id: other.id } });
  expect(notWaitedFor.updatedAt > other.updatedAt).toBe(true);
});

test.each([
  ['2026-05-04T10:00:00.001Z', '2026-05-04T10:00:00.000Z', '2026-05-04T10:00:00.001Z'],
  ['2026-05-04T10:00:00.000Z', '2026-05-04T10:00:00.000Z', '2026-05-04T10:00:00.001Z'],
  ['2026-05-04T09:59:59.999Z', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
])('with the clock at %s and the last change at %s, the next change is at %s', (clock, updatedAt, time) => {
  expect(changeTime(clock, updatedAt)).toBe(time);
});
