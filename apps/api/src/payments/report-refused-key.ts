import type { BookingContext } from '../bookings/booking-log.ts';
import { readBooking } from '../bookings/booking-records.ts';
import { mailRefusedKey } from '../bookings/mails/office-mails.ts';
import { noteRefusedKey, type PaymentAccount } from '../payment-accounts/account-records.ts';

/**
 * Notes that the provider has refused the key of an account, which takes no payments until it gets another key. The company is told once.
 *
 * @param refused.bookingId the booking about which the provider was asked, if known
 */
export async function reportRefusedKey(
  context: BookingContext,
  account: Pick<PaymentAccount, 'id' | 'apiKey'>,
  { refusal, bookingId }: { refusal: string; bookingId: string | undefined },
): Promise<void> {
  const now = await context.now();
  const isNew = await noteRefusedKey(context.db, account, refusal, now);
  if (isNew && bookingId !== undefined)
    await mailRefusedKey(context, await readBooking(context.db, bookingId), now);
}
