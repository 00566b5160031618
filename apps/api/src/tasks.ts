import type { BackgroundTask } from './background-task.ts';
import { deleteKeptSlots } from './booking-pages/delete-kept-slots.ts';
import { forgetExpiredCustomers } from './bookings/forget-expired-customers.ts';
import { remindCustomers } from './bookings/mails/remind-customers.ts';
import { reportUndelivered } from './bookings/mails/report-undelivered.ts';
import { deleteExpiredKeys } from './idempotency/expired-keys.ts';
import { deleteOldMails } from './mail-dispatch/delete-old-mails.ts';
import { forgetDeclinedClients } from './offers/records/forget-declined-clients.ts';
import { deleteOldPaymentKeys } from './payments/accounts/delete-old-keys.ts';
import { deleteOldPaymentEvents } from './payments/inbox/delete-old-events.ts';
import { readPendingRefunds } from './payments/refunds/read-pending-refunds.ts';

/** The background work of all resources. */
export const tasks: readonly BackgroundTask[] = [
  deleteExpiredKeys,
  deleteKeptSlots,
  deleteOldMails,
  deleteOldPaymentEvents,
  deleteOldPaymentKeys,
  forgetDeclinedClients,
  forgetExpiredCustomers,
  readPendingRefunds,
  remindCustomers,
  reportUndelivered,
];
