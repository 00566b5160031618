import { appointmentTasks } from '../appointments/appointment-tasks.ts';
import type { BackgroundTask } from '../kernel/background-task.ts';
import { reportUndeliveredOffers } from '../pages/offer-pages/report-undelivered-offers.ts';
import { readPendingRefunds } from '../payments/refunds/read-pending-refunds.ts';
import { purgeTasks } from './purges.ts';

/** The background work of all resources. */
export const tasks: readonly BackgroundTask[] = [
  ...purgeTasks,
  readPendingRefunds,
  ...appointmentTasks,
  reportUndeliveredOffers,
];
