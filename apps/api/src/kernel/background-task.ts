import type { Context } from './handler-context.ts';

/** Work of a resource that no request starts. It runs for one company at a time, in one process at a time. */
export interface BackgroundTask {
  /** Unique and stable: the database knows the task by it. A label of metrics. */
  name: string;
  /** Time between two runs for a company. A new company's first run follows within a minute. */
  everyMs: number;
  /** Nobody waits for it: half of the slots are left to other tasks. */
  isPurge?: true;
  /**
   * Does some of the work in a transaction of its own, within the limits of a request. Returns whether work is left, for which it runs
   * again at once. May run more than once: a conflict with another transaction repeats it.
   */
  run(context: Context): Promise<boolean>;
}
