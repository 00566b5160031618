import { type BookingContext, readBooking } from '../appointments/bookings/booking-records.ts';
import { queueBookingMails } from '../appointments/bookings/mails/queue-booking-mails.ts';
import { readCompany } from '../company/company-records.ts';
import { noteRefusedKey, type PaymentAccount } from '../kernel/payment-accounts/account-records.ts';
import type { ProviderFailure } from '../kernel/payment-accounts/provider-failure.ts';

/**
 * Notes that the provider has refused the account's key. The account takes no payments until it gets another key. The company is
 * told once.
 *
 * @param bookingId the booking of the request, if known
 */
export async function reportRefusedKey(
  context: BookingContext,
  account: Pick<PaymentAccount, 'id' | 'apiKey'>,
  { kind, message }: Pick<ProviderFailure, 'kind' | 'message'>,
  bookingId: string | undefined,
): Promise<void> {
  if (kind !== 'keyRefused') return;
  const now = await context.now();
  const isNew = await noteRefusedKey(context.db, account, message, now);
  if (!isNew || bookingId === undefined) return;
  const { id } = await readCompany(context.db);
  const command = `npm run admin -- payment set --company ${id} --file -`;
  const booking = await readBooking(context.db, bookingId);
  await queueBookingMails(context, booking, { occasion: 'key-refused', id: now, command }, now);
}
