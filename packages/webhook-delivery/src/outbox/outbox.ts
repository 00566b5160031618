import type { QueryExecutorProvider } from 'kysely';
import { type NewEvent, recordEvent } from './record-event.ts';
import { recordEvents } from './record-events.ts';
import { type LeaseTerms, type RecordedDelivery, recordLeased } from './record-leased.ts';

/** The events of one transaction, whose deliveries are sent after its commit. */
export interface Outbox {
  /** Records an event as `recordEvent` does. */
  record(transaction: QueryExecutorProvider, event: Omit<NewEvent, 'companyId'>): Promise<void>;
  /** Records many events in one statement. */
  recordAll(
    transaction: QueryExecutorProvider,
    events: readonly Omit<NewEvent, 'companyId'>[],
  ): Promise<void>;
  /** Call after the commit. */
  committed(): void;
  /** Call if the transaction was rolled back or its outcome is unknown. */
  abandoned(): void;
}

/** Sends deliveries of one transaction without a claim. */
export interface ImmediateSending {
  /** Reserves slots for the deliveries of an event. Null if none could be sent immediately. */
  reserve(): LeaseTerms | null;
  /** Call with all deliveries of the event. Releases the slots of those that were not leased. */
  recorded(terms: LeaseTerms, deliveries: readonly RecordedDelivery[]): void;
  /** Sends the leased deliveries. */
  send(): void;
  /** Releases all slots, and the leases in case the transaction was committed after all. */
  release(): void;
}

export interface OutboxOptions {
  companyId: string;
  /** Notifies dispatchers that deliveries of the company wait for a claim. */
  wake: (companyId: string) => void;
  /** Of a dispatcher in this process. */
  immediate?: ImmediateSending;
}

export function createOutbox({ companyId, wake, immediate }: OutboxOptions): Outbox {
  let hasWaiting = false;
  return {
    async record(transaction, event) {
      // A delivery that is sent immediately would overtake those that wait.
      const terms = hasWaiting ? null : immediate?.reserve();
      if (!terms) {
        const { deliveries } = await recordEvent(transaction, { companyId, ...event });
        hasWaiting ||= deliveries > 0;
        return;
      }
      const deliveries = await recordLeased(transaction, { companyId, ...event }, terms);
      immediate?.recorded(terms, deliveries);
      hasWaiting = deliveries.some(({ leaseToken }) => leaseToken === null);
    },
    async recordAll(transaction, events) {
      const deliveries = await recordEvents(transaction, companyId, events);
      hasWaiting ||= deliveries > 0;
    },
    committed() {
      immediate?.send();
      if (hasWaiting) wake(companyId);
    },
    abandoned() {
      immediate?.release();
    },
  };
}
