import { randomUUID } from 'node:crypto';
import { type Booking, states } from '@pv-planning/contract';
import type {
  CustomerBooking,
  LinkedBooking,
  PageBookingCreated,
  PageSlots,
} from '@pv-planning/contract/pages';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { addCompany, visitor, setClock, database } = await openTestApi();
const { kysely } = database;

// A Monday with winter time: 09:00 in Germany is 08:00 UTC.
const monday = '2026-03-23';
const at = (time: string) => `${monday}T${time}:00.000Z`;
const open = {
  sources: ['BOOKING_PAGE'],
  minNoticeMinutes: 60,
  rescheduleNoticeMinutes: 120,
  cancelNoticeMinutes: 180,
};

let company: Awaited<ReturnType<typeof addCompany>>;
let lena: string;
let slug: string;

beforeEach(async () => {
  setClock('2026-03-16T08:00:00.000Z');
  company = await addCompany();
  lena = await company.stored.member();
  await company.stored.hours(null, [[1, '09:00', '12:00']]);
  ({ slug } = await company.stored.type([lena], open));
});

/** Books the slot at 9. Returns the customer's actions by the link. */
async function booked() {
  const { handle } = company;
  const { body } = await visitor()<PageBookingCreated & { token: string }>(
    'createPageBooking',
    { handle, slug },
    {
      body: { forename: 'Erika', surname: 'Muster', email: 'erika@example.org', startsAt: at('08:00') },
      headers: { 'Idempotency-Key': randomUUID() },
    },
  );
  const { token } = body;
  const [{ id } = expect.fail()] = (
    await company.api.call('listBookings', { query: { sort: 'createdAt.desc' } })
  ).body.data;
  const send = visitor();
  return {
    id,
    token,
    read: async () => (await send<LinkedBooking>('getBookingByLink', { token })).body,
    slots: async (day = monday) => {
      const { body: listed } = await send<PageSlots>(
        'getSlotsByLink',
        { token },
        { query: { from: day, to: day } },
      );
      return listed.slots.map(({ startsAt }) => startsAt);
    },
    move: (startsAt: string, headers = {}) =>
      send<CustomerBooking>('rescheduleByLink', { token }, { body: { startsAt }, headers }),
    cancel: (body: object = {}) => send<CustomerBooking>('cancelByLink', { token }, { body }),
    stored: async () => (await company.api.call('getBooking', { params: { id } })).body,
  };
}

const logOf = (bookingId: string) =>
  kysely
    .selectFrom('bookingLog')
    .select(['action', 'actorKind'])
    .where('bookingId', '=', bookingId)
    .orderBy('id')
    .execute();

describe('a customer moves an appointment', () => {
  test('to an offered slot; it stays the same booking of the same person', async () => {
    await company.stored.member();
    const customer = await booked();
    const before = await customer.stored();
    expect(await customer.slots()).toEqual([at('08:00'), at('09:00'), at('10:00')]);
    const events = await company.raisedBy(async () => {
      const { status, body } = await customer.move('2026-03-23T11:00:00+01:00');
      const { company: _, consumerTexts: __, ...read } = await customer.read();
      expect([status, body]).toEqual([200, read]);
      expect(body).toMatchObject({
        startsAt: at('10:00'),
        endsAt: at('11:00'),
        rescheduleUntil: at('08:00'),
      });
    });
    const after = await customer.stored();
    const { updatedAt } = after;
    expect(after).toEqual({ ...before, startsAt: at('10:00'), endsAt: at('11:00'), updatedAt });
    expect(events).toMatchObject([
      { type: 'booking.rescheduled', data: { id: customer.id, previousStartsAt: at('08:00') } },
    ]);
    expect((await logOf(customer.id)).at(-1)).toEqual({ action: 'reschedule', actorKind: 'customer' });
    setClock('2026-06-21T10:59:00.000Z');
    expect((await customer.read()).startsAt).toBe(at('10:00'));
  });

  test('not to the present time, which changes nothing', async () => {
    const customer = await booked();
    const before = await customer.stored();
    const events = await company.raisedBy(async () => {
      expect((await customer.move(at('08:00'))).status).toBe(200);
    });
    expect([events, await customer.stored()]).toEqual([[], before]);
  });

  test.each([
    ['taken', at('09:00')],
    ['outside the working hours', at('12:00')],
    ['off the grid', at('09:30')],
    ['past', '2026-03-09T08:00:00.000Z'],
    ['beyond the maximum advance', '2026-05-25T07:00:00.000Z'],
  ])('not to a time that is %s', async (_, startsAt) => {
    const customer = await booked();
    await company.stored.booking(`member:${lena}`, at('09:00'));
    const before = await customer.stored();
    expect(await customer.move(startsAt)).toMatchObject({ status: 409, error: 'slot_unavailable' });
    expect(await customer.stored()).toEqual(before);
    expect(await customer.slots(startsAt.slice(0, 10))).not.toContain(startsAt);
  });

  test('once, if the request is repeated with its key', async () => {
    const customer = await booked();
    const headers = { 'Idempotency-Key': randomUUID() };
    const events = await company.raisedBy(async () => {
      const [first, again] = [
        await customer.move(at('09:00'), headers),
        await customer.move(at('09:00'), headers),
      ];
      expect([again.status, again.text]).toEqual([200, first.text]);
    });
    expect(events).toHaveLength(1);
  });
});

describe('a customer cancels an appointment', () => {
  test('and its slot is free again', async () => {
    const customer = await booked();
    const events = await company.raisedBy(async () => {
      const { status, body } = await customer.cancel({ reason: 'Krank' });
      expect([status, body.status, body.rescheduleUntil, body.cancelUntil]).toEqual([
        200,
        'CANCELLED',
        null,
        null,
      ]);
    });
    expect(events.map(({ type }) => type)).toEqual(['booking.cancelled']);
    expect(await customer.stored()).toMatchObject({ status: 'CANCELLED', cancellationReason: 'Krank' });
    expect(await customer.slots()).toEqual([]);
    expect((await logOf(customer.id)).at(-1)).toEqual({ action: 'cancel', actorKind: 'customer' });
    expect((await booked()).id).not.toBe(customer.id);
  });

  test('without a body, too', async () => {
    const customer = await booked();
    const { token } = customer;
    expect((await visitor()('cancelByLink', { token }, { rawBody: '' })).status).toBe(200);
  });

  test('and can read it for 90 days', async () => {
    const customer = await booked();
    const { cancelledAt } = (await customer.cancel()).body;
    setClock(new Date(Date.parse(cancelledAt ?? '') + 90 * 86_400_000 + 1_000).toISOString());
    expect(await customer.read()).toMatchObject({ error: 'not_found' });
  });
});

test('moves and cancellations end before the appointment, each with its notice when it was booked', async () => {
  const customer = await booked();
  const changed = { rescheduleNoticeMinutes: 1, cancelNoticeMinutes: 2, refundNoticeMinutes: 3 };
  await kysely.updateTable('bookingType').set(changed).where('slug', '=', slug).execute();
  expect(await customer.read()).toMatchObject({ rescheduleUntil: at('06:00'), cancelUntil: at('05:00') });
  setClock(at('05:01'));
  const tooLate = await customer.cancel();
  expect(tooLate).toMatchObject({ status: 409, error: 'change_too_late' });
  expect(tooLate.text).toContain(at('05:00'));
  expect(await customer.slots()).toContain(at('10:00'));
  setClock(at('06:01'));
  expect(await customer.move(at('10:00'))).toMatchObject({ status: 409, error: 'change_too_late' });
  expect(await customer.slots()).toEqual([]);
  expect(await customer.stored()).toMatchObject({ status: 'CONFIRMED', startsAt: at('08:00') });
  setClock('2026-03-16T08:00:00.000Z');
  expect((await customer.cancel()).status).toBe(200);
});

describe('a slip at shorter notice than changes need can be corrected', () => {
  /** In UTC, without the milliseconds for which the clock has run. */
  const limitsOf = ({ rescheduleUntil, cancelUntil }: CustomerBooking) =>
    [rescheduleUntil, cancelUntil].map((time) => time?.slice(11, 16));

  test('for 15 minutes after the booking', async () => {
    setClock(at('06:30'));
    const customer = await booked();
    expect(limitsOf(await customer.read())).toEqual(['06:45', '06:45']);
    setClock(at('06:46'));
    expect(await customer.slots()).toEqual([]);
    expect(await customer.cancel()).toMatchObject({ status: 409, error: 'change_too_late' });
    expect(await customer.move(at('10:00'))).toMatchObject({ status: 409, error: 'change_too_late' });
    setClock(at('06:44'));
    expect(await customer.slots()).toContain(at('10:00'));
    expect((await customer.cancel()).status).toBe(200);
  });

  test('for 15 minutes after each move', async () => {
    const customer = await booked();
    setClock(at('05:50'));
    expect(limitsOf((await customer.move(at('09:00'))).body)).toEqual(['07:00', '06:05']);
    setClock(at('06:00'));
    expect(limitsOf((await customer.move(at('08:00'))).body)).toEqual(['06:15', '06:15']);
    setClock(at('06:14'));
    expect((await customer.move(at('09:00'))).status).toBe(200);
    expect((await customer.cancel()).status).toBe(200);
  });

  test('until the appointment starts', async () => {
    await kysely.updateTable('bookingType').set({ minNoticeMinutes: 0 }).where('slug', '=', slug).execute();
    setClock(at('07:50'));
    const customer = await booked();
    expect(limitsOf(await customer.read())).toEqual(['08:00', '08:00']);
  });

  test('but not if the team has entered or moved the appointment at short notice', async () => {
    const customer = await booked();
    setClock(at('06:30'));
    const params = { id: customer.id };
    await company.api.call('rescheduleBooking', { params, body: { startsAt: at('09:00') } });
    expect(limitsOf(await customer.read())).toEqual(['07:00', '06:00']);
    expect(await customer.cancel()).toMatchObject({ status: 409, error: 'change_too_late' });
  });
});

const changes = { reschedule: 'move', cancel: 'cancel' } as const;

describe.each(Object.keys(changes) as (keyof typeof changes)[])('%s by link', (action) => {
  test.each(Object.keys(states.booking.states) as Booking['status'][])(
    'does with a booking in status %s what the state table says',
    async (status) => {
      const customer = await booked();
      const held = { holdUntil: at('00:00'), paymentStatus: 'UNPAID', priceCents: 100 };
      await kysely
        .updateTable('booking')
        .set({
          status,
          ...(status === 'PENDING_PAYMENT' && held),
          ...(status === 'CANCELLED' && { cancelledAt: at('00:00') }),
        })
        .where('id', '=', customer.id)
        .execute();
      const outcome: string = states.booking.actions[action][status];
      const before = await customer.stored();
      const response = action === 'cancel' ? await customer.cancel() : await customer.move(at('09:00'));
      if (/^[a-z]/.test(outcome)) {
        expect([response.status, response.error]).toEqual([409, outcome]);
        expect(await customer.stored()).toEqual(before);
      } else expect([response.status, response.body.status]).toEqual([200, outcome]);
    },
  );
});

describe('an appointment that cannot be moved by its customer', () => {
  async function expectUnmovable(customer: Awaited<ReturnType<typeof booked>>) {
    expect(await customer.read()).toMatchObject({ rescheduleUntil: null, cancelUntil: at('05:00') });
    expect(await customer.slots()).toEqual([]);
    expect(await customer.move(at('10:00'))).toMatchObject({ status: 409, error: 'slot_unavailable' });
    expect((await customer.cancel()).status).toBe(200);
  }

  test('has an inactive type; it can be cancelled', async () => {
    const customer = await booked();
    await kysely.updateTable('bookingType').set({ active: false }).where('slug', '=', slug).execute();
    await expectUnmovable(customer);
  });

  test('has no planner; it can be cancelled', async () => {
    const customer = await booked();
    const nobody = { plannerId: null, resource: `booking:${customer.id}` };
    await kysely.updateTable('booking').set(nobody).where('id', '=', customer.id).execute();
    await expectUnmovable(customer);
  });

  test('keeps its length and buffers when its type changes', async () => {
    const customer = await booked();
    const changed = { durationMinutes: 120, bufferBeforeMinutes: 60 };
    await kysely.updateTable('bookingType').set(changed).where('slug', '=', slug).execute();
    await company.stored.booking(`member:${lena}`, at('09:00'));
    expect(await customer.slots()).toEqual([at('08:00'), at('10:00')]);
    expect((await customer.move(at('10:00'))).body).toMatchObject({
      startsAt: at('10:00'),
      endsAt: at('11:00'),
    });
  });
});

test('links that open nothing change nothing', async () => {
  const customer = await booked();
  const other = await addCompany();
  const [, secret = ''] = customer.token.split('.');
  for (const token of [`${other.id}.${secret}`, `${company.id}.${'A'.repeat(27)}`, 'x']) {
    const send = visitor();
    const body = { startsAt: at('09:00') };
    expect((await send('rescheduleByLink', { token }, { body })).status).toBe(404);
    expect((await send('cancelByLink', { token }, { body: {} })).status).toBe(404);
  }
  setClock('2026-06-21T09:01:00.000Z');
  expect((await customer.cancel()).status).toBe(404);
  expect(await customer.stored()).toMatchObject({ status: 'CONFIRMED', startsAt: at('08:00') });
});

test('a move that could not be mailed is refused, a cancellation is always mailed', async () => {
  const customer = await booked();
  const sent = { companyId: company.id, kind: 'booking-moved', toAddress: 'ERIKA@example.org' };
  const time = '2026-03-16T08:00:00.000Z';
  const rows = Array.from({ length: 9 }, () => {
    const id = randomUUID();
    const dates = { dueAt: time, createdAt: time, finishedAt: time };
    return { ...sent, ...dates, id, bookingId: customer.id, dedupeKey: id, lane: id, isAnonymous: true };
  });
  await kysely
    .insertInto('mail')
    .values(rows.map((row) => ({ ...row, content: 'x', status: 'sent' })))
    .execute();
  const before = await customer.stored();
  const refused = await customer.move(at('09:00'));
  expect(refused).toMatchObject({ status: 429, error: 'rate_limited' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  expect(await customer.stored()).toEqual(before);
  expect((await customer.move(at('08:00'))).status).toBe(200);
  expect((await customer.cancel()).status).toBe(200);
  const cancellation = kysely
    .selectFrom('mail')
    .select('toAddress')
    .where('status', '<>', 'skipped')
    .where('bookingId', '=', customer.id)
    .where('kind', '=', 'booking-cancelled');
  expect(await cancellation.execute()).toEqual([{ toAddress: 'erika@example.org' }]);
});

test('limits the changes by a link to ten a minute', async () => {
  const { token } = await booked();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1)
    statuses.push(
      (await visitor()('rescheduleByLink', { token }, { body: { startsAt: at('08:00') } })).status,
    );
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test('a customer moves an appointment ten times in 24 hours, the team without a limit', async () => {
  const customer = await booked();
  // Mails to a customer who has confirmed the appointment by one are not limited.
  await kysely.updateTable('booking').set({ emailProof: 'link' }).where('id', '=', customer.id).execute();
  const entry = {
    ...{ companyId: company.id, bookingId: customer.id, action: 'reschedule', actorKind: 'customer' },
    ...{ actorId: 'booking', status: 'CONFIRMED', changedAt: '2026-03-16T08:00:00.000Z' },
  };
  await kysely
    .insertInto('bookingLog')
    .values(Array.from({ length: 8 }, () => entry))
    .execute();
  for (const startsAt of [at('09:00'), at('10:00')]) expect((await customer.move(startsAt)).status).toBe(200);
  setClock('2026-03-16T20:00:00.000Z');
  const refused = await customer.move(at('09:00'));
  expect(refused).toMatchObject({ status: 429, error: 'too_many_moves' });
  expect(refused.text).toMatch(
    /10 times within 24 hours\. Call the company, or try again after 2026-03-17T08:0/,
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(12 * 3_600 - 60);
  expect((await customer.move(at('10:00'))).status).toBe(200);
  const params = { id: customer.id };
  for (const startsAt of [at('09:00'), at('10:00')])
    expect((await company.api.call('rescheduleBooking', { params, body: { startsAt } })).status).toBe(200);
  setClock('2026-03-17T08:30:00.000Z');
  expect((await customer.move(at('09:00'))).status).toBe(200);
});
