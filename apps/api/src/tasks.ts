import type { BackgroundTask } from './background-task.ts';
import { remindCustomers } from './bookings/mails/remind-customers.ts';
import { reportUndelivered } from './bookings/mails/report-undelivered.ts';
import { readPendingRefunds } from './payments/refunds/read-pending-refunds.ts';
import { purgeTasks } from './purges.ts';

/** The background work of all resources. */
export const tasks: readonly BackgroundTask[] = [
  ...purgeTasks,
  readPendingRefunds,
  remindCustomers,
  reportUndelivered,
];
