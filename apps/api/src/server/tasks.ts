import { remindCustomers } from '../appointments/bookings/mails/remind-customers.ts';
import { reportUndelivered } from '../appointments/bookings/mails/report-undelivered.ts';
import type { BackgroundTask } from '../kernel/background-task.ts';
import { reportUndeliveredOffers } from '../pages/offer-pages/report-undelivered-offers.ts';
import { readPendingRefunds } from '../payments/refunds/read-pending-refunds.ts';
import { purgeTasks } from './purges.ts';

/** The background work of all resources. */
export const tasks: readonly BackgroundTask[] = [
  ...purgeTasks,
  readPendingRefunds,
  remindCustomers,
  reportUndelivered,
  reportUndeliveredOffers,
];
