import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../src/testing.ts';

const memberId = '0199aaaa-0000-7000-8000-000000000001';
const otherMemberId = '0199aaaa-0000-7000-8000-000000000002';
const bookingId = '0199bbbb-0000-7000-8000-000000000001';
const otherId = '0199bbbb-0000-7000-8000-000000000002';

/** Columns shared by the tables with queued work. */
const queueRow = {
  status: 'queued',
  lane: 'booking',
  due_at: '2027-03-01T00:00:00Z',
  created_at: '2027-03-01T00:00:00Z',
};

/** A valid row of each table. */
const rows = {
  company: { name: 'Sonnendach', slug: 'sonnendach' },
  booking_type: {
    slug: 'beratung',
    name: 'Beratung',
    duration_minutes: 60,
    location: 'ON_SITE',
    assignment: 'NONE',
    price_cents: 9900,
    tax_rate: 19,
    sources: ['BUILDER', 'BOOKING_PAGE'],
  },
  booking_type_member: { booking_type_id: '1', member_id: memberId },
  schedule_rule: { schedule_id: '1', weekday: 1, starts: '08:00', ends: '24:00' },
  absence: {
    member_id: memberId,
    kind: 'VACATION',
    starts_at: '2027-03-29T00:00:00Z',
    ends_at: '2027-04-02T00:00:00Z',
  },
  booking: {
    id: bookingId,
    source: 'BOOKING_PAGE',
    status: 'CONFIRMED',
    starts_at: '2027-03-29T07:00:00Z',
    ends_at: '2027-03-29T08:00:00Z',
    blocked_from: '2027-03-29T06:45:00Z',
    blocked_to: '2027-03-29T08:15:00Z',
    resource: `member:${memberId}`,
    planner_id: memberId,
    payment_status: 'UNPAID',
    price_cents: 9900,
    tax_rate: 19,
    reschedule_notice_minutes: 1440,
    cancel_notice_minutes: 1440,
    refund_notice_minutes: 1440,
    name: 'Erika Muster',
  },
  mail: {
    id: '0199cccc-0000-7000-8000-000000000001',
    kind: 'booking-confirmed',
    booking_id: bookingId,
    dedupe_key: 'booking-confirmed',
    to_address: 'erika@example.org',
    is_anonymous: false,
    content: 'sealed',
    status: 'queued',
    lane: 'erika@example.org',
    due_at: '2027-03-01T00:00:00Z',
    created_at: '2027-03-01T00:00:00Z',
  },
  link: { booking_id: bookingId, version: 1 },
  checkout: { id: bookingId, expires_at: '2027-03-01T00:30:00Z', ...queueRow },
  refund: { id: otherId, booking_id: bookingId, cause: 'team', amount_cents: 100, ...queueRow },
  provider_event: {
    id: 'evt_1',
    payment_account_id: otherId,
    type: 'refund.created',
    object_id: 're_1',
    ...queueRow,
  },
};

type Table = keyof typeof rows;

const isPending = { status: 'PENDING_PAYMENT', hold_until: '2027-03-01T00:00:00Z' };
const hasNoPlanner = { planner_id: null };
const isFinished = { status: 'sent', finished_at: '2027-03-01T00:00:00Z' };
const isPaid = {
  payment_status: 'PAID',
  paid_at: '2027-03-01T00:00:00Z',
  payment_method: 'card',
  amount_paid_cents: 9900,
};
const isPaidManually = { ...isPaid, payment_method: 'manual', amount_paid_cents: null };
const isFree = { price_cents: 0, tax_rate: null, payment_status: 'FREE' };

/** Changes that the constraints on queued work of a table refuse. */
const refusedOfQueue = (table: 'checkout' | 'refund' | 'provider_event') => ({
  [`${table}_status_check`]: [{ status: 'lost', finished_at: '2027-03-01T00:00:00Z' }],
  [`${table}_lease_check`]: [
    { lease_token: otherId },
    { lease_until: '2027-03-01T00:02:00Z' },
    {
      status: 'done',
      finished_at: '2027-03-01T00:00:00Z',
      lease_token: otherId,
      lease_until: '2027-03-01T00:02:00Z',
    },
  ],
  [`${table}_finished_at_check`]: [{ status: 'done' }, { finished_at: '2027-03-01T00:00:00Z' }],
});

/** Changes to the valid row that the constraint refuses, by constraint. */
const refused: Record<Table, Record<string, Record<string, unknown>[]>> = {
  company: {
    company_slug_check: [
      { slug: '' },
      { slug: 'Sonnendach' },
      { slug: '-a' },
      { slug: 'a--b' },
      { slug: 'a'.repeat(51) },
    ],
  },
  booking_type: {
    booking_type_slug_check: [{ slug: 'Vor Ort' }, { slug: 'a-' }, { slug: 'a'.repeat(51) }],
    booking_type_duration_check: [{ duration_minutes: 4 }, { duration_minutes: 1441 }],
    booking_type_step_check: [{ step_minutes: 25 }],
    booking_type_buffer_before_check: [{ buffer_before_minutes: -1 }, { buffer_before_minutes: 241 }],
    booking_type_buffer_after_check: [{ buffer_after_minutes: -1 }, { buffer_after_minutes: 241 }],
    booking_type_min_notice_check: [{ min_notice_minutes: -1 }, { min_notice_minutes: 43_201 }],
    booking_type_max_advance_check: [{ max_advance_days: 0 }, { max_advance_days: 366 }],
    booking_type_reschedule_notice_check: [
      { reschedule_notice_minutes: -1 },
      { reschedule_notice_minutes: 43_201 },
    ],
    booking_type_cancel_notice_check: [{ cancel_notice_minutes: -1 }, { cancel_notice_minutes: 43_201 }],
    booking_type_location_check: [{ location: 'MOON' }],
    booking_type_assignment_check: [{ assignment: 'ANY' }],
    booking_type_capacity_check: [
      { capacity: 0 },
      { capacity: 51 },
      { capacity: 2, assignment: 'ROUND_ROBIN' },
    ],
    booking_type_price_check: [{ price_cents: -1 }, { price_cents: 10_000_001 }],
    booking_type_tax_rate_check: [{ tax_rate: -1 }, { tax_rate: 101 }, { price_cents: 0 }],
    booking_type_sources_check: [{ sources: ['PLANNER'] }],
    booking_type_hold_check: [{ hold_minutes: 29 }, { hold_minutes: 1441 }],
    booking_type_payment_methods_check: [{ payment_methods: ['cash'] }, { payment_methods: [] }],
    booking_type_refund_notice_check: [{ refund_notice_minutes: -1 }, { refund_notice_minutes: 43_201 }],
  },
  booking_type_member: {
    booking_type_member_priority_check: [{ priority: 0 }, { priority: 101 }],
    booking_type_member_weight_check: [{ weight: 0 }, { weight: 101 }],
  },
  schedule_rule: {
    schedule_rule_weekday_check: [{ weekday: 0 }, { weekday: 8 }],
    schedule_rule_starts_check: [{ starts: '0800' }, { starts: '07:60' }],
    schedule_rule_ends_check: [{ ends: '08:00' }, { ends: '07:00' }, { ends: '24:01' }],
  },
  absence: {
    absence_kind_check: [{ kind: 'LUNCH' }],
    absence_ends_at_check: [{ ends_at: '2027-03-29T00:00:00Z' }, { ends_at: 'infinity' }],
  },
  booking: {
    booking_source_check: [{ source: 'API' }],
    booking_status_check: [{ status: 'OPEN' }],
    booking_type_name_check: [{ type_slug: 'beratung' }, { type_name: 'Beratung' }],
    booking_location_check: [{ location: 'MOON' }],
    booking_ends_at_check: [{ ends_at: '2027-03-29T07:00:00Z' }],
    booking_blocked_check: [
      { blocked_from: '2027-03-29T07:01:00Z' },
      { blocked_to: '2027-03-29T07:59:00Z' },
      { blocked_from: '-infinity' },
      { blocked_to: 'infinity' },
    ],
    booking_resource_check: [
      { resource: `member:${otherMemberId}` },
      hasNoPlanner,
      { ...hasNoPlanner, resource: `booking:${otherId}` },
      { resource: 'type:1' },
    ],
    booking_lane_check: [{ lane: 2 }, { ...hasNoPlanner, resource: 'type:1', lane: 51 }],
    booking_hold_until_check: [{ hold_until: '2027-03-01T00:00:00Z' }, { status: 'PENDING_PAYMENT' }],
    booking_payment_status_check: [{ payment_status: 'OPEN' }],
    booking_pending_unpaid_check: [
      { ...isPending, ...isPaidManually },
      { ...isPending, ...isFree },
    ],
    booking_price_check: [
      { price_cents: -1 },
      { price_cents: 10_000_001 },
      { price_cents: 0, tax_rate: null },
    ],
    booking_tax_rate_check: [{ tax_rate: -1 }, { tax_rate: 101 }, { ...isFree, tax_rate: 19 }],
    booking_name_check: [{ name: null }],
    booking_typed_names_check: [
      { source: 'PLANNER', forename: 'Erika' },
      { source: 'PLANNER', surname: 'Muster' },
    ],
    booking_language_check: [{ language: 'fr' }],
    booking_follow_up_check: [
      { follow_up_of: otherId, ...isFree },
      { follow_up_of: otherId, source: 'PLANNER', payment_status: 'FREE' },
      { follow_up_of: otherId, source: 'PLANNER' },
      { follow_up_of: bookingId, source: 'PLANNER', ...isFree },
    ],
    booking_cancelled_at_check: [{ status: 'CANCELLED' }, { cancelled_at: '2027-03-01T00:00:00Z' }],
    booking_cancellation_reason_check: [{ cancellation_reason: 'ill' }],
    booking_email_proof_check: [
      { email_proof: 'guess', source: 'BOOKING_PAGE' },
      { email_proof: 'link', source: 'PLANNER' },
    ],
    booking_client_network_check: [{ client_network: '203.0.113.0/24', source: 'PLANNER' }],
    booking_calendar_sequence_check: [{ calendar_sequence: -1 }],
    booking_reschedule_notice_check: [
      { reschedule_notice_minutes: -1 },
      { reschedule_notice_minutes: 43_201 },
    ],
    booking_cancel_notice_check: [{ cancel_notice_minutes: -1 }, { cancel_notice_minutes: 43_201 }],
    booking_refund_notice_check: [{ refund_notice_minutes: -1 }, { refund_notice_minutes: 43_201 }],
    booking_refund_until_check: [{ ...isPaidManually, refund_until: '2027-03-01T00:00:00Z' }],
    booking_amount_paid_check: [
      { ...isPaid, amount_paid_cents: 0 },
      { ...isPaid, amount_paid_cents: 9901 },
      { amount_paid_cents: 9900 },
    ],
    booking_refunded_check: [
      { ...isPaid, refunded_cents: -1 },
      { ...isPaid, refunded_cents: 9901 },
      { ...isPaidManually, refunded_cents: 9901 },
    ],
    booking_payment_method_check: [{ ...isPaid, payment_method: 'cash' }],
    booking_paid_at_check: [
      { ...isPaidManually, payment_method: null },
      { payment_status: 'PAID' },
      { ...isPaidManually, payment_status: 'UNPAID' },
      { refunded_cents: 100 },
    ],
    booking_manual_check: [
      { ...isPaidManually, amount_paid_cents: 9900 },
      { ...isPaid, amount_paid_cents: null },
    ],
    booking_fully_refunded_check: [
      { ...isPaid, refunded_cents: 9900 },
      { ...isPaid, payment_status: 'REFUNDED', refunded_cents: 9899 },
      { ...isPaidManually, payment_status: 'REFUNDED' },
    ],
    booking_billing_check: [{ billing_name: 'Erika Muster' }, { ...isPaidManually, billing_address: '{}' }],
    booking_session_account_check: [{ checkout_session_id: 'cs_1' }],
    booking_references_check: [
      { stripe_customer_id: 'cus_1' },
      { payment_intent_id: 'pi_1' },
      { stripe_invoice_id: 'in_1' },
    ],
    booking_cancel_intent_check: [
      { cancel_intent: '{}' },
      { cancel_requested_at: '2027-03-01T00:00:00Z' },
      { status: 'COMPLETED', cancel_intent: '{}', cancel_requested_at: '2027-03-01T00:00:00Z' },
    ],
    booking_no_overlap: [
      {
        id: otherId,
        starts_at: '2027-03-29T08:15:00Z',
        blocked_from: '2027-03-29T08:14:00Z',
        ends_at: '2027-03-29T09:15:00Z',
        blocked_to: '2027-03-29T09:15:00Z',
      },
    ],
  },
  mail: {
    mail_record_check: [{ booking_id: null }, { offer_id: '1' }],
    mail_status_check: [{ ...isFinished, status: 'lost' }],
    mail_content_check: [{ content: null }],
    mail_lease_check: [
      { lease_token: otherId },
      { lease_until: '2027-03-01T00:02:00Z' },
      { ...isFinished, lease_token: otherId, lease_until: '2027-03-01T00:02:00Z' },
    ],
    mail_finished_at_check: [{ status: 'sent' }, { finished_at: '2027-03-01T00:00:00Z' }],
  },
  link: { link_record_check: [{ booking_id: null }, { offer_id: '1' }] },
  checkout: refusedOfQueue('checkout'),
  refund: {
    refund_cause_check: [{ cause: 'fun' }],
    refund_amount_check: [{ amount_cents: 0 }],
    refund_outcome_check: [{ outcome: 'lost' }],
    ...refusedOfQueue('refund'),
  },
  provider_event: refusedOfQueue('provider_event'),
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insert('company', rows.company);
  await sql`insert into member (company_id, id, first_name, last_name, email, role)
    select 1, id::uuid, 'Lena', 'Vogt', 'lena@example.org', 'PLANNER' from unnest(${[memberId, otherMemberId]}::text[]) as id`.execute(
    database.kysely,
  );
  await insert('booking_type', rows.booking_type);
  await sql`insert into schedule (company_id) values (1)`.execute(database.kysely);
});

beforeEach(() => sql`delete from booking`.execute(database.kysely));

afterAll(() => database.close());

async function insert(table: Table, row: Record<string, unknown>): Promise<void> {
  const values = { ...(table !== 'company' && { company_id: '1' }), ...row };
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))})`.execute(database.kysely);
}

const cases = Object.entries(refused).flatMap(([table, constraints]) =>
  Object.entries(constraints).flatMap(([constraint, changes]) =>
    changes.map((change) => ({ table: table as Table, constraint, change })),
  ),
);

test.each(cases)('$constraint refuses $change', async ({ table, constraint, change }) => {
  // Other bookings for those that overlap or follow.
  if (constraint === 'booking_no_overlap') await insert('booking', rows.booking);
  await expect(insert(table, { ...rows[table], ...change })).rejects.toMatchObject({ constraint });
});

test.each(['reschedule_notice_minutes', 'cancel_notice_minutes', 'refund_notice_minutes'])(
  'a booking without its %s is refused',
  async (column) => {
    const { [column]: _, ...others } = rows.booking as Record<string, unknown>;
    await expect(insert('booking', others)).rejects.toMatchObject({ code: '23502', column });
  },
);

test('every CHECK and exclusion constraint of these tables has a row that it refuses', async () => {
  const { rows: constraints } = await sql<{ name: string }>`
    select conname as name from pg_constraint
     where contype in ('c', 'x')
       and conrelid in (select unnest(${[...Object.keys(rows), 'booking_type_site', 'schedule', 'schedule_override', 'booking_log']}::regclass[]))
       and conname <> 'company_logo_check'`.execute(database.kysely);
  expect(constraints.map(({ name }) => name).sort()).toEqual(
    Object.values(refused)
      .flatMap((byConstraint) => Object.keys(byConstraint))
      .sort(),
  );
});

describe('bookings of one resource', () => {
  const next = {
    ...rows.booking,
    id: otherId,
    starts_at: '2027-03-29T08:15:00Z',
    blocked_from: '2027-03-29T08:15:00Z',
    ends_at: '2027-03-29T09:15:00Z',
    blocked_to: '2027-03-29T09:15:00Z',
  };

  test('can follow each other without a gap between their buffers', async () => {
    await insert('booking', rows.booking);
    await insert('booking', next);
  });

  test.each(['CANCELLED', 'EXPIRED'])('can overlap if one of them is %s', async (status) => {
    const cancelled = status === 'CANCELLED' ? { cancelled_at: '2027-03-01T00:00:00Z' } : {};
    await insert('booking', { ...rows.booking, status, ...cancelled });
    await insert('booking', { ...rows.booking, id: otherId });
  });

  test.each(['PENDING_PAYMENT', 'CONFIRMED', 'COMPLETED', 'NO_SHOW'])(
    'cannot overlap if one of them is %s',
    async (status) => {
      const held = status === 'PENDING_PAYMENT' ? isPending : { status };
      await insert('booking', { ...rows.booking, ...held });
      await expect(insert('booking', { ...rows.booking, id: otherId })).rejects.toMatchObject({
        code: '23P01',
      });
    },
  );

  test('can overlap in different lanes, with different members, and without a resource', async () => {
    const lane = { ...rows.booking, ...hasNoPlanner, resource: 'type:1' };
    await insert('booking', rows.booking);
    await insert('booking', { ...lane, id: '0199bbbb-0000-7000-8000-000000000003' });
    await insert('booking', { ...lane, id: '0199bbbb-0000-7000-8000-000000000004', lane: 2 });
    await insert('booking', {
      ...rows.booking,
      id: '0199bbbb-0000-7000-8000-000000000005',
      planner_id: otherMemberId,
      resource: `member:${otherMemberId}`,
    });
    await insert('booking', {
      ...rows.booking,
      ...hasNoPlanner,
      id: otherId,
      resource: `booking:${otherId}`,
    });
  });
});
