import { type Booking, type OperationId, operations, states } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { operationIds } from '../support/contract-document.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';

const { database, addCompany, setClock } = await openTestApi();
const company = await addCompany();
const { api, raisedBy } = company;
const stored = storedBookings(database.kysely, company.id);
const other = await stored.member();
await stored.hours(null, [[1, '06:00', '22:00']]);
const { slug: typeSlug } = await stored.type([other]);

type Status = Booking['status'];
type Action = keyof typeof states.booking.actions;

const allStatuses = Object.keys(states.booking.states) as Status[];
const startsAt = '2026-03-16T07:30:00.000Z';
setClock('2026-03-16T08:00:00.000Z');

/** Actions about checkouts, contracts and money. Tests of payments cover them. */
const ofPayments: readonly Action[] = [
  ...(['release', 'pay', 'process', 'expire', 'settle', 'refund', 'dispute', 'withdraw'] as const),
];

/** The operations on a single booking, each with its actions in the state table. */
const acting = operationIds.flatMap((operationId) => {
  const { actions: byRecord } = operations[operationId];
  const actions: readonly Action[] = 'booking' in byRecord ? byRecord.booking : [];
  return actions
    .filter((action) => !ofPayments.includes(action))
    .map((action) => [operationId, action] as const);
});

const bodies: Partial<Record<OperationId, object>> = {
  createFollowUp: { startsAt: '2026-03-30T08:00:00Z', allowOutsideAvailability: true },
  rescheduleBooking: { startsAt: '2026-03-23T08:00:00Z' },
  reassignBooking: { plannerId: other },
  cancelBooking: { reason: 'Urlaub' },
};

const eventOf: Partial<Record<Action, string>> = {
  followUp: 'booking.created',
  reschedule: 'booking.rescheduled',
  reassign: 'booking.reassigned',
  cancel: 'booking.cancelled',
  complete: 'booking.completed',
  markNoShow: 'booking.no_show',
};

/** Stores a booking that has begun, of a planner who has no others. */
async function bookingIn(status: Status): Promise<string> {
  const held = { holdUntil: startsAt, paymentStatus: 'UNPAID', priceCents: 100 };
  return stored.booking(`member:${await stored.member()}`, startsAt, {
    status,
    typeSlug,
    typeName: 'Vor-Ort-Termin',
    location: 'ON_SITE',
    ...(status === 'PENDING_PAYMENT' && held),
    ...(status === 'CANCELLED' && { cancelledAt: startsAt }),
  });
}

const read = async (id: string) => (await api.call('getBooking', { params: { id } })).body;

const logged = (bookingId: string) =>
  database.kysely.selectFrom('bookingLog').selectAll().where('bookingId', '=', bookingId).execute();

describe.each(acting)('%s (%s)', (operationId, action) => {
  test.each(allStatuses)('of a booking that is %s behaves as in the state table', async (status) => {
    const outcome: string = states.booking.actions[action][status];
    const isRejected = /^[a-z]/.test(outcome);
    const id = await bookingIn(status);
    const before = await read(id);
    const body = bodies[operationId];
    const path = operations[operationId].path.replace('{id}', id);
    const events = await raisedBy(async () => {
      const response = await api.send('POST', path, body ? { body } : {});
      expect([response.status, response.error]).toEqual(
        isRejected ? [409, outcome] : [operations[operationId].status, undefined],
      );
      if (isRejected) expect(response.text).toContain(status);
    });
    expect(events.map(({ type }) => type)).toEqual(isRejected ? [] : [eventOf[action]]);
    const after = await read(id);
    if (isRejected || action === 'followUp') {
      expect(after).toEqual(before);
      expect(await logged(id)).toEqual([]);
    } else {
      expect(after.status).toBe(outcome);
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect(events[0]).toMatchObject({ createdAt: after.updatedAt, data: { id, status: outcome } });
      expect(await logged(id)).toMatchObject([
        { action, actorKind: 'key', previousStatus: status, status: outcome },
      ]);
    }
  });
});

test('every action of the table belongs to an operation or to payments', () => {
  const ofOperations = acting.map(([, action]) => action);
  expect([...new Set(ofOperations), ...ofPayments].sort()).toEqual(
    Object.keys(states.booking.actions).sort(),
  );
});
