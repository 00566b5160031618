import { setTimeout as sleep } from 'node:timers/promises';
import type { StripeStandIn } from '@pv-planning/stripe-stand-in';
import Stripe from 'stripe';
import { type Figure, figureAlone } from '../measure/figure.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import type { ServerProcess } from '../process/server-process.ts';
import type { PaymentCompany } from './payment-company.ts';

/** Of the booking page, which is not called. */
const address = 'https://booking.example';

const clients = 8;

/** Holds that end while others are open, in each second. */
const endingPerSecond = 30;

/** Dispatchers look for checkouts every second. A request to the provider and the transactions take part of another. */
const maxOutlivedMs = 2_000;

const insertHolds = `
  with hold as (
    select gen_random_uuid() as id, session, n, now() + interval '30 days' + n * interval '1 hour' as at,
      $4::timestamptz + n * ($5::float8 * interval '1 microsecond') as ends
    from unnest($3::text[]) with ordinality as held (session, n)
  ), booked as (
    insert into booking (company_id, id, source, status, starts_at, ends_at, blocked_from, blocked_to, resource, payment_status,
      price_cents, tax_rate, name, email, hold_until, payment_account_id, checkout_session_id)
    select $1, hold.id, 'BOOKING_PAGE', 'PENDING_PAYMENT', at, at + interval '1 hour', at, at + interval '1 hour', 'booking:' || hold.id,
      'UNPAID', 9900, 19, 'Erika Muster', 'erika.' || n || '@muster.example', ends, account.id, session
    from hold, payment_account as account where account.company_id = $1
  )
  insert into checkout (company_id, id, url, expires_at, status, lane, due_at, created_at)
  select $1, id, $2, ends, 'queued', 'booking:' || id, ends, now() from hold`;

/** Creates sessions at the provider, of which each is held open. */
async function openSessions(standIn: StripeStandIn, apiKey: string, count: number): Promise<string[]> {
  const stripe = new Stripe(apiKey, {
    ...{ host: standIn.host, port: standIn.port, protocol: 'http' },
    telemetry: false,
  });
  const ids: string[] = [];
  const create = async () => {
    while (ids.length < count) {
      const index = ids.push('') - 1;
      const { id } = await stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: 'eur', unit_amount: 9900, product_data: { name: 'Vor-Ort-Termin' } },
          },
        ],
        allowed_payment_method_types: ['card'],
        success_url: address,
        cancel_url: address,
        expires_at: Math.floor(Date.now() / 1000) + 7_200,
      });
      ids[index] = id;
    }
  };
  await Promise.all(Array.from({ length: clients }, create));
  return ids;
}

interface Sweep {
  databaseUrl: string;
  standIn: StripeStandIn;
  /** Reports its statements. */
  server: ServerProcess;
  company: PaymentCompany;
}

interface Holds {
  sessions: readonly string[];
  /** The end of the first one. */
  from: Date;
  /** Between the ends of two. */
  gapMicroseconds: number;
}

/** Adds slots that are held. Returns after all of them are free how long each was held beyond its end. */
async function outlived(
  { databaseUrl, company }: Sweep,
  { sessions, from, gapMicroseconds }: Holds,
): Promise<number[]> {
  const { companyId } = company;
  return withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    await client.query('analyze');
    await client.query(insertHolds, [companyId, address, sessions, from.toISOString(), gapMicroseconds]);
    const free = `
      select extract(epoch from booking.updated_at - checkout.expires_at)::float8 * 1000 as ms
      from booking join checkout using (company_id, id)
      where company_id = $1 and checkout_session_id = any($2) and booking.status = 'EXPIRED'`;
    for (;;) {
      const { rows } = await client.query<{ ms: number }>(free, [companyId, sessions]);
      if (rows.length === sessions.length) return rows.map(({ ms }) => ms);
      await sleep(250);
    }
  });
}

/** Measures how soon slots are free whose customers have not paid. The provider says that each checkout is still open. */
export async function sweepFigures(sweep: Sweep, holds: number): Promise<Figure[]> {
  const { standIn, server, company, databaseUrl } = sweep;
  const sessions = await openSessions(standIn, company.account.apiKey, holds);
  const ending = Math.floor(holds / 40);
  const hourMs = 3_600_000;
  // Open ones, which must not delay the others.
  const open = sessions.slice(ending);
  await withDatabaseClient({ connectionString: databaseUrl }, (client) =>
    client.query(insertHolds, [
      company.companyId,
      address,
      open,
      new Date(Date.now() + hourMs).toISOString(),
      0,
    ]),
  );
  const steady = await outlived(sweep, {
    sessions: sessions.slice(0, ending),
    from: new Date(Date.now() + 2_000),
    gapMicroseconds: 1e6 / endingPerSecond,
  });
  await withDatabaseClient({ connectionString: databaseUrl }, (client) =>
    client.query(`delete from booking where company_id = $1 and status = 'PENDING_PAYMENT'`, [
      company.companyId,
    ]),
  );
  await server.ask({});
  const all = await outlived(sweep, { sessions: open, from: new Date(), gapMicroseconds: 0 });
  const statements = (await server.ask({})) as unknown[];
  const slowest = Math.max(...steady);
  const name = `payments: ${holds} holds`;
  return [
    figureAlone(
      {
        name: `${name}, of which ${endingPerSecond} end per second: the slowest is free after`,
        unit: 'ms',
        better: 'less',
      },
      slowest,
      { text: `≤ ${maxOutlivedMs}`, reached: slowest <= maxOutlivedMs },
    ),
    figureAlone(
      { name: `${name} that end at once: all are free after`, unit: 'ms', better: 'less' },
      Math.max(...all),
    ),
    figureAlone(
      { name: `${name} that end at once, for each`, unit: 'statements', better: 'less' },
      statements.length / open.length,
    ),
  ];
}
