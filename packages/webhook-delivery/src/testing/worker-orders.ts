import type { NameServer } from '../index.ts';
import type { DeliveryRules } from '../queue/rules.ts';

/** A dispatcher in a process of its own. Takes `WorkerOptions` as JSON, prints `ready`, then takes orders by IPC. */
export const workerScript = new URL('worker.ts', import.meta.url);

export interface WorkerOptions {
  /** Of the database. */
  url: string;
  /** The certificate of the receivers. */
  ca: string;
  rules?: Partial<DeliveryRules>;
  resolver?: NameServer;
}

/** Each is answered with a `WorkerReport`. SIGTERM, or the end of its parent, stops it gracefully. */
export interface WorkerOrder {
  order: 'start' | 'report';
}

/** What it has done and used since it began. */
export interface WorkerReport {
  /** Deliveries that were confirmed, and recorded. */
  delivered: number;
  claims: number;
  claimSeconds: number;
  cpuMicroseconds: number;
  residentBytes: number;
  /** The most memory that was ever resident. */
  peakResidentBytes: number;
}
