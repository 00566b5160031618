import type { NameServer } from '../index.ts';
import type { DeliveryRules } from '../queue/rules.ts';

/** A dispatcher in a separate process. Takes `WorkerOptions` as JSON, prints `ready`, then receives orders by IPC. */
export const workerScript = new URL('worker.ts', import.meta.url);

export interface WorkerOptions {
  /** URL of the database. */
  url: string;
  /** Certificate of the receivers. */
  ca: string;
  rules?: Partial<DeliveryRules>;
  resolver?: NameServer;
}

/** The worker replies with a `WorkerReport`. SIGTERM stops it gracefully; it exits when its parent does. */
export interface WorkerOrder {
  order: 'start' | 'report';
}

/** Totals since the start of the process. */
export interface WorkerReport {
  /** Number of deliveries completed and saved. */
  delivered: number;
  claims: number;
  claimSeconds: number;
  cpuMicroseconds: number;
  residentBytes: number;
  /** Maximum of the resident memory. */
  peakResidentBytes: number;
}
