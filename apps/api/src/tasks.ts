import type { BackgroundTask } from './background-task.ts';
import { deleteExpiredKeys } from './idempotency/expired-keys.ts';

/** The background work of all resources. */
export const tasks: readonly BackgroundTask[] = [deleteExpiredKeys];
