import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import type { StripeStandIn } from '@pv-planning/stripe-stand-in';
import type { PaymentsEffort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import type { ServerProcess } from '../process/server-process.ts';
import type { PaymentCompany } from './payment-company.ts';

const customers = 16;
const planners = 8;
const dayMs = 86_400_000;

interface Service {
  databaseUrl: string;
  standIn: StripeStandIn;
  server: ServerProcess;
  /** A company books 300 appointments of customers per hour, so each round has its own. */
  newCompany(planners: number): Promise<PaymentCompany>;
}

let visitors = 0;

/** A customer with a network address of their own, as the service limits what an address can do. */
async function book(url: string, { handle }: PaymentCompany, slug: string, startsAt: string) {
  visitors += 1;
  const response = await fetch(`${url}/pages/v1/companies/${handle}/booking-types/${slug}/bookings`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
      'X-Forwarded-For': `2001:db8:b:${visitors.toString(16)}::1`,
    },
    body: JSON.stringify({
      ...{ forename: 'Erika', surname: 'Muster', email: `erika.${visitors}@muster.example` },
      startsAt,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as PageBookingCreated;
}

/** Returns how many appointments per second are booked, and paid if they have a price. */
async function bookingsPerSecond(
  { databaseUrl, standIn, server }: Service,
  company: PaymentCompany,
  slug: string,
  count: number,
): Promise<number> {
  const begun = performance.now();
  const first = Math.ceil((Date.now() + dayMs) / dayMs) * dayMs;
  let next = 0;
  const bookOneAfterAnother = async () => {
    while (next < count) {
      const startsAt = new Date(first + Math.floor(next++ / planners) * 1_800_000).toISOString();
      const { checkoutUrl } = await book(server.url, company, slug, startsAt);
      if (checkoutUrl !== null) standIn.pay(new URL(checkoutUrl).pathname.split('/').at(-1) ?? '');
    }
  };
  await Promise.all(Array.from({ length: customers }, bookOneAfterAnother));
  await withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    const booked = `select from booking where company_id = $1 and type_slug = $2 and status = 'CONFIRMED'`;
    while ((await client.query(booked, [company.companyId, slug])).rowCount !== count) await sleep(20);
  });
  return (count * 1_000) / (performance.now() - begun);
}

/** Compares appointments that customers pay with those that cost nothing. */
export async function paidBookings(service: Service, { paid }: PaymentsEffort): Promise<Figure> {
  const { standIn, server, newCompany } = service;
  const reading = (slug: 'free' | 'visit') => async () => {
    const company = await newCompany(planners);
    standIn.setWebhookUrl(company.account, new URL(company.webhookPath, server.url).href);
    return bookingsPerSecond(service, company, slug, paid.bookings);
  };
  await reading('visit')();
  await reading('free')();
  const readings = await interleave(paid, { ours: reading('visit'), yardstick: reading('free') });
  return figure(
    {
      name: `payments: appointments booked and paid by ${customers} customers`,
      unit: 'records/s',
      better: 'more',
    },
    readings,
  );
}
