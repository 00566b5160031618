import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { networkOf } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { countOpenSlotsOf } from '../availability/count-open-slots.ts';
import type { BookingTypeRow } from '../booking-types/booking-type-records.ts';
import { bookingsOfMailbox, isProven } from '../bookings/link/bookings-of-mailbox.ts';
import { conflict } from '../contract/api-errors.ts';
import type { CustomerContext } from '../handler-context.ts';
import { nextAnonymousMail } from '../mails/anonymous-mails.ts';
import { hasOpenHolds } from '../payments/checkout/begin-checkout.ts';

/** How many bookings without proof a company gets in an hour, and which share of the appointments that are free. */
const [minUnproven, unprovenShare] = [10, 0.2];
const unprovenMs = 3_600_000;

/** How many of them can come from a network, and in what time. */
const maxOfNetwork = 3;
const ofNetworkMs = 600_000;

/** How many appointments to come a mailbox can have with a company. */
const maxAppointments = 3;

const before = (now: string, ms: number) => new Date(Date.parse(now) - ms).toISOString();

const countUnproven = preparedQuery((db, { since }: { since: string }) =>
  db
    .selectFrom('booking')
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .where('emailProof', 'is', null)
    .where('source', '<>', sql.lit('PLANNER'))
    .where('createdAt', '>', since),
);

/** Of strangers, and of those who enter an address that was proven: they can be strangers, too. */
const countOfNetwork = preparedQuery((db, { network, since }: { network: string; since: string }) =>
  db
    .selectFrom('booking')
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('count'))
    .where('clientNetwork', '=', network)
    .where('createdAt', '>', since),
);

/**
 * Whether a company has got as many bookings as it may get without proof.
 *
 * @param count how many it has
 */
export async function isMany(
  db: CompanyQueries,
  type: BookingTypeRow,
  count: number,
  now: string,
): Promise<boolean> {
  return count >= minUnproven && count >= Math.floor((await countOpenSlotsOf(db, type, now)) * unprovenShare);
}

/** Returns how many appointments to come a mailbox has, and how many of them were confirmed by a mailed link. */
async function countAppointments(db: CompanyQueries, email: string, now: string) {
  return bookingsOfMailbox(db, email)
    .select(({ fn, cast }) => [
      cast<number>(fn.countAll(), 'integer').as('all'),
      cast<number>(fn.countAll().filterWhere('emailProof', '=', sql.lit('link')), 'integer').as('confirmed'),
    ])
    .where('status', 'in', [sql.lit('PENDING_PAYMENT'), sql.lit('CONFIRMED')])
    .where('startsAt', '>', now)
    .executeTakeFirstOrThrow();
}

/**
 * Requires that few appointments to come of a mailbox were confirmed by a mailed link. Others cannot use them up, even if they know the address.
 *
 * @returns whether it has few of all kinds
 * @throws 409 `too_many_appointments`
 */
export async function requireFewConfirmed(db: CompanyQueries, email: string, now: string): Promise<boolean> {
  const { all, confirmed } = await countAppointments(db, email, now);
  if (confirmed >= maxAppointments)
    throw conflict('too_many_appointments', { values: { count: String(maxAppointments) } });
  return all < maxAppointments;
}

/** What is stored with a booking that is made at once. */
export interface Proof {
  emailProof: 'address' | null;
  clientNetwork: string | null;
}

/**
 * Decides whether a booking is made at once. Undefined: the customer must confirm it first by a mailed link. That is never the company's
 * refusal: others can use up what it gets without proof, but nobody's own way to book.
 *
 * @param type locked, with its planners
 * @throws 409 `too_many_appointments`
 */
export async function proofOf(
  { db, actor, now: readNow }: CustomerContext,
  type: BookingTypeRow,
  email: string,
): Promise<Proof | undefined> {
  const now = await readNow();
  const isKnown = await isProven(db, email);
  if (isKnown && !(await requireFewConfirmed(db, email, now))) return undefined;
  if ((await nextAnonymousMail(db, email, now)) !== null) return undefined;
  if (type.priceCents > 0 && (await hasOpenHolds(db, email, actor.clientAddress))) return undefined;
  const clientNetwork = networkOf(actor.clientAddress ?? '');
  const [ofNetwork] = await countOfNetwork(db, { network: clientNetwork, since: before(now, ofNetworkMs) });
  if (ofNetwork && ofNetwork.count >= maxOfNetwork) return undefined;
  if (isKnown) return { emailProof: 'address', clientNetwork };
  const [unproven] = await countUnproven(db, { since: before(now, unprovenMs) });
  return (await isMany(db, type, unproven?.count ?? 0, now))
    ? undefined
    : { emailProof: null, clientNetwork };
}
