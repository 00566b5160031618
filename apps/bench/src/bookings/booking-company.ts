import type pg from 'pg';
import { insertCompany } from '../api/company.ts';
import { insertPausedEndpoint } from '../api/dataset.ts';
import { withDatabaseClient } from '../process/database-client.ts';

/** A company with planners who work around the clock. */
export interface BookingCompany {
  companyId: string;
  headers: Record<string, string>;
  planners: string[];
  slug: string;
}

interface CompanySize {
  planners: number;
  /** Of each planner, in the next 62 days. */
  bookings: number;
}

const insertMembers = `
  insert into member (company_id, id, first_name, last_name, email, role)
  select $1, gen_random_uuid(), 'Lena', 'Vogt ' || n, 'lena.vogt.' || n || '@solar.example', 'PLANNER'
  from generate_series(1, $2::integer) as n
  returning id`;

const insertType = `
  insert into booking_type (company_id, slug, name, duration_minutes, step_minutes, location, assignment)
  values ($1, 'visit', 'Vor-Ort-Termin', 30, 30, 'ON_SITE', 'ROUND_ROBIN')
  returning id, slug`;

const insertTypeMembers = `
  insert into booking_type_member (company_id, booking_type_id, member_id)
  select company_id, $2, id from member where company_id = $1`;

const insertHours = `
  with hours as (insert into schedule (company_id) values ($1) returning company_id, id)
  insert into schedule_rule (company_id, schedule_id, weekday, starts, ends)
  select company_id, id, weekday, '00:00', '24:00' from hours, generate_series(1, 7) as weekday`;

/** At prime intervals of three hours, so that slots remain on each day. */
const insertBookings = `
  insert into booking (company_id, id, source, status, starts_at, ends_at, blocked_from, blocked_to, resource, planner_id,
    payment_status, price_cents, name)
  select company_id, gen_random_uuid(), 'PLANNER', 'CONFIRMED', at, at + interval '1 hour', at, at + interval '1 hour',
    'member:' || member.id, member.id, 'FREE', 0, 'Erika Muster'
  from member, generate_series(0, $2::integer - 1) as n,
    lateral (select date_trunc('day', now()) + interval '1 day' + n * interval '7 hours 25 minutes' as at) as start
  where company_id = $1`;

async function insertBookingCompany(
  client: pg.Client,
  { planners, bookings }: CompanySize,
): Promise<BookingCompany> {
  const { companyId, apiKey } = await insertCompany(client);
  await client.query(insertPausedEndpoint, [companyId]);
  const members = await client.query<{ id: string }>(insertMembers, [companyId, planners]);
  const { rows: types } = await client.query<{ id: string; slug: string }>(insertType, [companyId]);
  const [{ id: typeId, slug } = { id: '', slug: '' }] = types;
  await client.query(insertTypeMembers, [companyId, typeId]);
  await client.query(insertHours, [companyId]);
  await client.query(insertBookings, [companyId, bookings]);
  await client.query('analyze');
  return {
    companyId,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    planners: members.rows.map(({ id }) => id),
    slug,
  };
}

export function createBookingCompany(databaseUrl: string, size: CompanySize): Promise<BookingCompany> {
  return withDatabaseClient({ connectionString: databaseUrl }, (client) =>
    insertBookingCompany(client, size),
  );
}
