import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { networkOf } from '@pv-planning/server-kit';
import { sql } from 'kysely';
import { countOpenSlotsOf } from '../../appointments/availability/list-slots.ts';
import type { BookingTypeRow } from '../../appointments/booking-types/booking-type-records.ts';
import { bookingsOfMailbox, isProven } from '../../appointments/bookings/link/bookings-of-mailbox.ts';
import { conflict, limited } from '../../kernel/contract/api-errors.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { nextAnonymousMail } from '../../kernel/mails/anonymous-mails.ts';
import { ownedDomain } from '../../kernel/mails/mail-domain.ts';
import { strangerLimits } from '../../kernel/stranger-limits.ts';
import { hasOpenHolds } from '../../payments/checkout/payable.ts';

const { made: ofCompany, ofOne, appointments: maxAppointments } = strangerLimits;

const before = (now: string, ms: number) => new Date(Date.parse(now) - ms).toISOString();

/** Bookings made on the pages, also with a proven address: strangers can type it. */
const madeSince = preparedQuery((db, { since }: { since: string }) =>
  db
    .selectFrom('booking')
    .select(['email', 'emailProof', 'clientNetwork', 'createdAt'])
    .where('source', '<>', sql.lit('PLANNER'))
    .where('createdAt', '>', since)
    .orderBy('createdAt'),
);

/**
 * Whether a company has reached the number of bookings or kept slots from which customers must confirm by a mailed link. @param
 * count the present number
 */
export async function isMany(
  db: CompanyQueries,
  type: BookingTypeRow,
  count: number,
  now: string,
): Promise<boolean> {
  return (
    count >= ofCompany.count && count >= Math.floor((await countOpenSlotsOf(db, type, now)) * ofCompany.share)
  );
}

export const networkOfCustomer = ({ actor }: CustomerContext) => networkOf(actor.clientAddress ?? '');

/**
 * Returns the bookings of the last hour; of these, those from the customer's network in the last ten minutes, and those of proven
 * mailboxes of the domain.
 */
async function readRecent(context: CustomerContext, email: string, now: string) {
  const all = await madeSince(context.db, { since: before(now, ofCompany.ms) });
  const network = networkOfCustomer(context);
  const since = before(now, ofOne.networkMs);
  const domain = ownedDomain(email);
  return {
    all,
    ofNetwork: all.filter(({ clientNetwork, createdAt }) => clientNetwork === network && createdAt > since),
    ofDomain: all.filter(
      (made) =>
        domain !== undefined &&
        made.emailProof !== null &&
        made.email !== null &&
        ownedDomain(made.email) === domain,
    ),
  };
}

/**
 * Limits the appointments confirmed in the customer's network, and, while the company gets many, for the mail domain: the owner of
 * a domain can confirm with any number of mailboxes.
 *
 * @param type locked, with its planners
 * @throws 429 `too_many_confirmations`
 */
export async function requireTurn(
  context: CustomerContext,
  type: BookingTypeRow,
  email: string,
): Promise<void> {
  const now = await context.now();
  const { all, ofNetwork, ofDomain } = await readRecent(context, email, now);
  const turn = (made: typeof all, ms: number) => {
    const first = made.filter(({ emailProof }) => emailProof === 'link').at(-ofOne.count);
    return first ? Date.parse(first.createdAt) + ms : 0;
  };
  const turnOfDomain = turn(ofDomain, ofCompany.ms);
  const isLimited = turnOfDomain > 0 && (await isMany(context.db, type, all.length, now));
  const next = Math.max(turn(ofNetwork, ofOne.networkMs), isLimited ? turnOfDomain : 0);
  const seconds = Math.ceil((next - Date.parse(now)) / 1000);
  if (seconds > 0) throw limited('too_many_confirmations', seconds);
}

/** Returns the number of upcoming appointments of a mailbox, and of those confirmed by a mailed link. */
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
 * Limits the upcoming appointments of a mailbox that were confirmed by a mailed link. Others who know the address cannot use up
 * this limit.
 *
 * @returns whether all its upcoming appointments together are below the limit, too
 * @throws 409 `too_many_appointments`
 */
export async function requireFewConfirmed(db: CompanyQueries, email: string, now: string): Promise<boolean> {
  const { all, confirmed } = await countAppointments(db, email, now);
  if (confirmed >= maxAppointments)
    throw conflict('too_many_appointments', { values: { count: String(maxAppointments) } });
  return all < maxAppointments;
}

/** Stored with a booking that is made at once. */
export interface Proof {
  emailProof: 'address' | null;
  clientNetwork: string | null;
}

/** Returns the proof for a mail address. */
export async function readProof(context: CustomerContext, email: string): Promise<Proof> {
  const isKnown = await isProven(context.db, email);
  return { emailProof: isKnown ? 'address' : null, clientNetwork: networkOfCustomer(context) };
}

/**
 * Decides whether a booking is made at once. Undefined: the customer must confirm it first by a mailed link. Limits of the company
 * never refuse a booking: others can use up the bookings without proof, but everybody can book by a mailed link.
 *
 * @param type locked, with its planners
 * @throws 409 `too_many_appointments`
 */
export async function proofOf(
  context: CustomerContext,
  type: BookingTypeRow,
  email: string,
): Promise<Proof | undefined> {
  const { db, actor } = context;
  const now = await context.now();
  const proof = await readProof(context, email);
  const isKnown = proof.emailProof !== null;
  if (isKnown && !(await requireFewConfirmed(db, email, now))) return undefined;
  if ((await nextAnonymousMail(db, email, now)) !== null) return undefined;
  if (type.priceCents > 0 && (await hasOpenHolds(db, email, actor.clientAddress))) return undefined;
  const { all, ofNetwork, ofDomain } = await readRecent(context, email, now);
  if (ofNetwork.length >= ofOne.count) return undefined;
  if (isKnown && ofDomain.length < ofOne.count) return proof;
  return (await isMany(db, type, all.length, now)) ? undefined : proof;
}
