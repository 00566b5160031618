import type { Context } from './handler-context.ts';

/** Background work of a resource. It runs for one company at a time, in one process at a time. */
export interface BackgroundTask {
  /** Unique and stable: identifies the task in the database and in metrics. */
  name: string;
  /** Time between two runs for a company. A new company's first run follows within a minute. */
  everyMs: number;
  /** Not urgent: half of the slots are left to other tasks. */
  isPurge?: true;
  /**
   * Does a part of the work in one transaction, within the limits of a request. Returns whether work is left: then it runs again at
   * once. May be repeated after a conflict with another transaction.
   */
  run(context: Context): Promise<boolean>;
}
