import type { Booking } from '@pv-planning/contract';
import type { BookingNews } from '@pv-planning/mail';
import { readCompany } from '../../company/company-records.ts';
import type { Actor } from '../../handler-context.ts';
import type { BookingContext } from '../booking-log.ts';
import { bookingMails, changedBy, type Mailing } from './booking-mails.ts';

interface OfficeMail {
  now: string;
  /** Which of the mails of this kind it is. */
  occasion: string;
  about: BookingNews;
}

/** Tells the company what somebody has to look at in the dashboard of the provider. Planners seldom have access to it. */
async function mailOffice(context: Mailing, booking: Booking, { now, ...mail }: OfficeMail): Promise<void> {
  const { toTeam, queue } = await bookingMails(context, booking, { now });
  await toTeam({ ...mail, plannerId: booking.planner?.id ?? null, isForOffice: true });
  await queue();
}

/** A checkout of which the provider does not say what became of it. */
interface UnclearCheckout {
  /** Null if none is known. */
  sessionId: string | null;
  now: string;
}

/** The provider does not say whether a customer has paid. */
export function mailUnclearPayment(
  context: Mailing,
  booking: Booking,
  { sessionId, now }: UnclearCheckout,
): Promise<void> {
  const about = { kind: 'payment-problem', sessionId } as const;
  return mailOffice(context, booking, { now, occasion: 'unclear', about });
}

/** Nobody learns any more whether a customer has paid, whose appointment does not take place. */
export function mailUnknownCheckout(
  context: Mailing,
  booking: Booking,
  { sessionId, isCustomerTold, now }: UnclearCheckout & { isCustomerTold: boolean },
): Promise<void> {
  const about = { kind: 'checkout-unknown', sessionId, isCustomerTold } as const;
  return mailOffice(context, booking, { now, occasion: 'unknown', about });
}

/** The provider refuses the key of the account, as it did for this booking. */
export async function mailRefusedKey(context: Mailing, booking: Booking, now: string): Promise<void> {
  const { id } = await readCompany(context.db);
  const command = `npm run admin -- payment set --company ${id} --file -`;
  await mailOffice(context, booking, { now, occasion: now, about: { kind: 'key-refused', command } });
}

type TimedMailing = Mailing & Pick<BookingContext, 'now'>;

/** A refund that was not made. */
interface FailedRefund {
  id: string;
  amountCents: number;
}

async function mailRefund(
  context: TimedMailing,
  booking: Booking,
  { id }: FailedRefund,
  about: BookingNews,
): Promise<void> {
  await mailOffice(context, booking, { now: await context.now(), occasion: id, about });
}

/** Money did not get to the customer. @param reason what the provider says */
export function mailFailedRefund(
  context: TimedMailing,
  booking: Booking,
  refund: FailedRefund,
  reason: string | null = null,
): Promise<void> {
  const { amountCents } = refund;
  return mailRefund(context, booking, refund, { kind: 'refund-failed', problem: { amountCents, reason } });
}

/** The provider does not say whether a refund was made. */
export function mailUnclearRefund(
  context: TimedMailing,
  booking: Booking,
  refund: FailedRefund,
): Promise<void> {
  const problem = { amountCents: refund.amountCents, reason: null };
  return mailRefund(context, booking, refund, { kind: 'refund-unclear', problem });
}

/** A booking was not cancelled, because the provider has refused the refund. @param reason what the provider says */
export function mailRefusedCancellation(
  context: TimedMailing,
  booking: Booking,
  refund: FailedRefund,
  { by, reason = null }: { by: Pick<Actor, 'kind'>; reason?: string | null },
): Promise<void> {
  return mailRefund(context, booking, refund, {
    kind: 'cancellation-refused',
    by: changedBy(by),
    problem: { amountCents: refund.amountCents, reason },
  });
}

const disputeNews = { OPEN: 'dispute-opened', WON: 'dispute-won', LOST: 'dispute-lost' } as const;

/** The bank of the customer disputes the payment, or that was decided. */
export async function mailDispute(
  context: TimedMailing,
  booking: Booking,
  {
    id,
    status,
    amountCents,
    reason,
    openedAt,
    respondUntil,
  }: NonNullable<Booking['dispute']> & { id: string; respondUntil: string | null },
): Promise<void> {
  const about = {
    kind: disputeNews[status],
    openedAt,
    respondUntil,
    problem: { amountCents, reason },
  };
  await mailOffice(context, booking, { now: await context.now(), occasion: id, about });
}
