import { randomUUID } from 'node:crypto';
import type { PageBookingCreated } from '@pv-planning/contract/pages';
import type { StripeStandIn } from '@pv-planning/stripe-stand-in';
import type { Postgres } from '../process/postgres.ts';
import { call } from '../records/call.ts';
import { addPausedEndpoint, administer, createCompany } from '../records/company.ts';

/** A company with planners who work around the clock, and customers who pay for its appointments. */
export type BookingCompany = Awaited<ReturnType<typeof createBookingCompany>>;

const planners = 4;
const slug = 'sonnendach';
/** The bookings of the team, and the paid bookings of customers. */
const free = 'beratung';
const paid = 'vor-ort-termin';

/** @param env of the service */
export async function createBookingCompany(
  postgres: Postgres,
  standIn: StripeStandIn,
  env: Record<string, string>,
) {
  const company = await createCompany(postgres);
  await addPausedEndpoint(postgres, company);
  const { companyId } = company;
  const run = <T>(command: string, parameters: string[], input?: object) => {
    const all = [...command.split(' '), ...parameters, ...(input ? ['--file', '-'] : [])];
    return administer<T>(postgres, all, { env, ...(input && { input }) });
  };
  const ofCompany = ['--company', companyId];
  const plannerIds: string[] = [];
  for (let number = 1; number <= planners; number += 1) {
    const name = ['--first-name', 'Lena', '--last-name', `Vogt ${number}`, '--role', 'PLANNER'];
    const email = ['--email', `lena.vogt.${number}@solar.example`];
    const { id } = await run<{ id: string }>('member create', [...ofCompany, ...name, ...email]);
    plannerIds.push(id);
  }
  const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }));
  await run('schedule set', ofCompany, { rules });
  const type = {
    ...{ name: 'Termin', durationMinutes: 30, stepMinutes: 30, location: 'VIDEO', plannerIds },
    ...{ minNoticeMinutes: 0, maxAdvanceDays: 365 },
  };
  await run('booking-type create', [free, ...ofCompany], type);
  const price = { priceCents: 9900, taxRate: 19, sources: ['BOOKING_PAGE'] };
  await run('booking-type create', [paid, ...ofCompany], { ...type, ...price });
  await run('company update', [companyId, '--slug', slug]);
  const account = standIn.createAccount();
  const { apiKey, webhookSecret } = account;
  const keys = { apiKey, webhookSecret };
  const { webhookPath } = await run<{ webhookPath: string }>('payment set', ofCompany, keys);
  /** Tells the provider the address of the service. */
  const connect = (url: string) => standIn.setWebhookUrl(account, new URL(webhookPath, url).href);
  return { ...company, plannerIds, connect };
}

const dayMs = 86_400_000;
const halfHourMs = 1_800_000;
const midnight = Math.ceil(Date.now() / dayMs) * dayMs;

/** Returns a function that names slots from a day on, `each` of them at the same time. */
export function slotsFrom(day: number, each: number): () => string {
  let taken = -1;
  return () => {
    taken += 1;
    return new Date(midnight + day * dayMs + Math.floor(taken / each) * halfHourMs).toISOString();
  };
}

/** The body of an appointment that the team makes. */
export const bookingBody = (startsAt: string, plannerId: string | undefined) => ({
  ...{ typeSlug: free, startsAt, plannerId },
  customer: { name: 'Maria Schneider', email: 'maria.schneider@example.com', phone: '03631 555 0134' },
});

let visitors = 0;

/** Books as a customer with a network address of their own, because limits count by address. */
export function bookAsCustomer(url: string, { companyId }: BookingCompany, startsAt: string) {
  visitors += 1;
  const address = `2001:db8:${visitors.toString(16)}::1`;
  const body = { forename: 'Erika', surname: 'Muster', email: `erika.${visitors}@muster.example`, startsAt };
  return call<PageBookingCreated>(
    `${url}/pages/v1/companies/${slug}-${companyId}/booking-types/${paid}/bookings`,
    { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': address },
    body,
  );
}
