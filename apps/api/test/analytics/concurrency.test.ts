import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';

const { database, addCompany } = await openTestApi();

test('a company runs two reports at a time, and neither its other requests nor other companies wait for them', async () => {
  const [busy, other] = [await addCompany(), await addCompany()];
  const query = { from: '2026-01-01', to: '2026-03-31' };
  const reports = await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table offer in access exclusive mode`.execute(transaction);
    const reports = Array.from({ length: 6 }, () => busy.api.call('getOfferAnalytics', { query }));
    await expect.poll(() => waitingForLocks(database.kysely)).toBe(2);
    for (const company of [other, busy, other, busy])
      expect((await company.api.call('getCompany')).status).toBe(200);
    expect(await waitingForLocks(database.kysely)).toBe(2);
    return reports;
  });
  expect((await Promise.all(reports)).map(({ status }) => status)).toEqual(Array(6).fill(200));
});
