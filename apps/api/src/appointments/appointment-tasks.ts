import type { BackgroundTask } from '../kernel/background-task.ts';
import { remindCustomers } from './bookings/mails/remind-customers.ts';
import { reportUndelivered } from './bookings/mails/report-undelivered.ts';

export const appointmentTasks: readonly BackgroundTask[] = [remindCustomers, reportUndelivered];
