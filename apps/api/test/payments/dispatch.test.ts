import { expect, test } from 'vitest';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

const { addPaidCompany, standIn, setClock, database } = await openTestApi({}, { payments: true });

type Company = Awaited<ReturnType<typeof addPaidCompany>>;

/** More than dispatchers work on at the same time. */
const manyHolds = 50;

const hourMs = 3_600_000;

/** Stores checkouts whose holds have ended. */
async function storeEndedHolds({ id: companyId, accountId, lena, stored }: Company, count: number) {
  const holdUntil = new Date(Date.parse(startOfExamples) - 60_000).toISOString();
  for (let index = 0; index < count; index += 1) {
    const startsAt = new Date(Date.parse('2026-04-20T08:00:00.000Z') + index * hourMs).toISOString();
    const id = await stored.booking(`member:${lena}`, startsAt, {
      ...{ status: 'PENDING_PAYMENT', paymentStatus: 'UNPAID', priceCents: 9900, holdUntil },
      ...{ paymentAccountId: accountId, checkoutSessionId: `cs_test_${index}` },
    });
    await database.kysely
      .insertInto('checkout')
      .values({
        ...{ companyId, id, status: 'queued', lane: `booking:${id}` },
        ...{ expiresAt: holdUntil, dueAt: '2030-01-01T00:00:00.000Z', createdAt: holdUntil },
      })
      .execute();
  }
  await database.kysely
    .updateTable('checkout')
    .set({ dueAt: holdUntil })
    .where('companyId', '=', companyId)
    .execute();
}

test('a provider that does not answer for one company keeps no slots of others', async () => {
  setClock(startOfExamples);
  const hanging = await addPaidCompany();
  const other = await addPaidCompany();
  const { bookingId } = await other.hold();
  standIn.disturb('checkout.sessions.retrieve', ...Array.from({ length: manyHolds }, () => 'hang' as const));
  await storeEndedHolds(hanging, manyHolds);
  const left = () => standIn.disturbancesLeft('checkout.sessions.retrieve');
  await expect.poll(left).toBe(manyHolds - 10);
  // The provider answers for the other company.
  standIn.disturb('checkout.sessions.retrieve');
  await database.kysely
    .updateTable('booking')
    .set({ holdUntil: startOfExamples })
    .where('id', '=', bookingId)
    .execute();
  expect(await other.decided(bookingId)).toMatchObject({ status: 'EXPIRED' });
  expect(await hanging.newest()).toMatchObject({ status: 'PENDING_PAYMENT' });
});
