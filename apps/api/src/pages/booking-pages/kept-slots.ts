import type { Booking } from '@pv-planning/contract';
import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { slotKeptMail } from '@pv-planning/mail';
import { v7 as uuidv7 } from 'uuid';
import type { BookingTypeRow } from '../../appointments/booking-types/booking-type-records.ts';
import type { BookingContact, NewBooking } from '../../appointments/bookings/insert-booking.ts';
import { refundEndBeforePayment } from '../../appointments/bookings/link/change-limits.ts';
import { bookingMoney } from '../../appointments/bookings/payment-of-booking.ts';
import { placeBooking } from '../../appointments/bookings/placement/place-booking.ts';
import { readCompanyPresentation } from '../../company/company-records.ts';
import type { CustomerContext } from '../../kernel/handler-context.ts';
import { requireConfirmationMail } from '../../kernel/mails/anonymous-mails.ts';
import { strangerLimits } from '../../kernel/stranger-limits.ts';
import { isMany, networkOfCustomer } from './proof.ts';

const keptMs = 900_000;

/** Time for which a slot is kept after a confirmation that came too early. Exceeds the time that the customer must wait. */
export const keptLongerMs = 7_200_000;

/** A booking that a customer wants to make. */
export interface WantedBooking extends NewBooking {
  source: Exclude<Booking['source'], 'PLANNER'>;
  contact: BookingContact & { email: string };
}

/** The stored part of it, encrypted. */
interface KeptContent
  extends Pick<
    WantedBooking,
    'source' | 'startsAt' | 'plannerId' | 'contact' | 'language' | 'note' | 'startBeforeWithdrawalEnds'
  > {
  typeSlug: string;
  offerRequestId: string | null;
}

/** An appointment that a customer must confirm. */
export interface KeptSlot extends KeptContent {
  id: string;
  keptUntil: string;
  createdAt: string;
}

const nameOf = (id: string) => `kept slot ${id}`;

const keptCount = preparedQuery((db, { now, network }: { now: string; network: string }) =>
  db
    .selectFrom('keptSlot')
    .select(({ fn, cast }) => [
      cast<number>(fn.countAll(), 'integer').as('all'),
      cast<number>(fn.countAll().filterWhere('clientNetwork', '=', network), 'integer').as('ofNetwork'),
    ])
    .where('resource', 'is not', null)
    .where('keptUntil', '>', now),
);

/**
 * Keeps a slot until the customer has confirmed the appointment, and mails the link for it. The number of kept slots is limited, in
 * all and per network, so that nobody can block a calendar. Beyond the limits, the slot stays on offer, and the first who confirms
 * or books gets it.
 *
 * @param memberIds those locked by `lockPlanners`
 * @returns until when
 * @throws 409 `slot_unavailable`; 429 `too_many_confirmation_mails` if the address has got too many such mails
 */
export async function keepSlot(
  context: CustomerContext,
  { type, ...booking }: WantedBooking,
  memberIds: readonly string[],
): Promise<string> {
  const { db, box, links } = context;
  const { source, startsAt, plannerId, contact, language, note, offerRequestId = null } = booking;
  const { startBeforeWithdrawalEnds } = booking;
  const now = await context.now();
  await requireConfirmationMail(db, contact.email, now);
  const id = uuidv7();
  const { durationMinutes } = type;
  const wanted = { ...booking, durationMinutes, memberIds };
  const { resource, lane, blockedFrom, blockedTo } = await placeBooking(context, type, id, wanted, now);
  const keptUntil = new Date(Date.parse(now) + keptMs).toISOString();
  const clientNetwork = networkOfCustomer(context);
  const [{ all, ofNetwork } = { all: 0, ofNetwork: 0 }] = await keptCount(db, {
    now,
    network: clientNetwork,
  });
  const isHeld = ofNetwork < strangerLimits.ofOne.count && !(await isMany(db, type, all, now));
  const content: KeptContent = {
    ...{ source, startsAt, plannerId, contact, language, note, offerRequestId, startBeforeWithdrawalEnds },
    typeSlug: type.slug,
  };
  await db
    .insertInto('keptSlot')
    .values({
      id,
      content: box.seal(JSON.stringify(content), nameOf(id)),
      resource: isHeld ? resource : null,
      ...{ lane, blockedFrom, blockedTo, keptUntil, clientNetwork, createdAt: now },
    })
    .execute();
  const url = links.urlOf(
    'confirmation',
    links.tokenOf({ purpose: 'confirmation', recordId: id, version: 1 }),
  );
  if (url === null) throw new Error('Without a public address, no appointment can be confirmed.');
  const company = await readCompanyPresentation(db);
  const { name: typeName, location, priceCents, taxRate } = type;
  const { taxCents } = bookingMoney({ priceCents, taxRate, paymentStatus: 'UNPAID', amountPaidCents: null });
  await context.queueMails(
    [
      {
        kind: 'slot-kept',
        record: { keptSlotId: id },
        company,
        to: { address: contact.email, name: '' },
        isAnonymous: true,
        template: slotKeptMail({
          booking: { typeName, startsAt, durationMinutes, location, priceCents, taxRate, taxCents },
          ...{ company, language, url, keptUntil, isHeld },
          freeCancellation: refundEndBeforePayment(
            { startsAt, refundNoticeMinutes: type.refundNoticeMinutes },
            now,
          ),
        }),
      },
    ],
    now,
  );
  return keptUntil;
}

const byId = (db: CompanyQueries, id: string) =>
  db.selectFrom('keptSlot').select(['id', 'content', 'keptUntil', 'createdAt']).where('id', '=', id);
const keptById = preparedQuery((db, { id }: { id: string }) => byId(db, id));
const lockedById = preparedQuery((db, { id }: { id: string }) => byId(db, id).forUpdate());

function opened(
  { box }: Pick<CustomerContext, 'box'>,
  [row]: readonly { id: string; content: string; keptUntil: string; createdAt: string }[],
): KeptSlot | undefined {
  if (!row) return undefined;
  const { content, ...kept } = row;
  return { ...kept, ...(JSON.parse(box.open(content, nameOf(row.id))) as KeptContent) };
}

export async function findKeptSlot(context: CustomerContext, id: string): Promise<KeptSlot | undefined> {
  return opened(context, await keptById(context.db, { id }));
}

/** Locks a kept slot, before all other locks of its booking. Undefined if it is confirmed, or was deleted. */
export async function lockKeptSlot(context: CustomerContext, id: string): Promise<KeptSlot | undefined> {
  return opened(context, await lockedById(context.db, { id }));
}

/** Deletes a locked slot and its mail before the booking, which it would block. */
export async function deleteKeptSlot(db: CompanyQueries, id: string): Promise<void> {
  await db.deleteFrom('keptSlot').where('id', '=', id).execute();
}

/** Frees a locked slot before the hold, which it would block. It can be confirmed again if it is not paid. */
export async function stopKeeping(db: CompanyQueries, id: string): Promise<void> {
  await db.updateTable('keptSlot').set({ resource: null }).where('id', '=', id).execute();
}

/** Extends a kept slot that has not ended, for a customer who must wait before confirming it. */
export async function keepLonger({ db, now }: CustomerContext, id: string): Promise<void> {
  const [kept] = await lockedById(db, { id });
  if (!kept || kept.keptUntil <= (await now())) return;
  const keptUntil = new Date(Date.parse(kept.createdAt) + keptLongerMs).toISOString();
  await db.updateTable('keptSlot').set({ keptUntil }).where('id', '=', id).execute();
}

/** Returns the booking that the customer confirms. @param type locked */
export function confirmedBooking(
  { id: _id, createdAt, typeSlug: _type, keptUntil: _until, plannerId, ...kept }: KeptSlot,
  type: BookingTypeRow,
): WantedBooking {
  return {
    ...kept,
    ...{ type, view: 'customer', customerId: null, emailProof: 'link', chosenAt: createdAt },
    plannerId: type.assignment === 'CUSTOMER_CHOICE' ? plannerId : undefined,
  };
}
