import type { AtCommit } from '@pv-planning/database';
import type { CompiledQuery } from 'kysely';
import { type EventEnvelope, envelope, type NewEvent } from './event-envelope.ts';
import { eventsQuery } from './record-events.ts';
import { type LeaseTerms, leasedEventQuery, type RecordedDelivery } from './record-leased.ts';

/**
 * The events of one transaction, which records them with its commit: then their times are in the order of the changes, because the
 * transaction still has the locks of the changed records. Their deliveries are sent after the commit.
 */
export interface Outbox extends AtCommit {
  /** Returns the id of the event. */
  record(event: NewEvent): string;
  /** Records many events, whose deliveries wait for claims. */
  recordAll(events: readonly NewEvent[]): void;
  /** Call if the transaction was rolled back or its outcome is unknown. Forgets the events. */
  abandoned(): void;
}

/** Sends deliveries of one transaction without a claim. */
export interface ImmediateSending {
  /** Reserves slots for the deliveries of an event. Null if none could be sent immediately. */
  reserve(eventId: string): LeaseTerms | null;
  /** Sends the leased deliveries and releases unused slots. */
  committed(deliveries: readonly RecordedDelivery[]): void;
  /** Releases all slots, and the leases in case the transaction was committed after all. */
  abandoned(): void;
}

export interface OutboxOptions {
  companyId: string;
  /** Notifies dispatchers that deliveries of the company wait for a claim. */
  wake: (companyId: string) => void;
  /** Set if this process runs a dispatcher. */
  immediate?: ImmediateSending;
}

/** One statement for all events of an import would exceed the statement timeout. */
const maxEventsOfStatement = 1_000;

export function createOutbox({ companyId, wake, immediate }: OutboxOptions): Outbox {
  let events: EventEnvelope[] = [];
  /** Number of leading events whose deliveries may be sent without a claim. Deliveries of later events would overtake others. */
  let leasable = 0;
  let leased = 0;
  return {
    record(event) {
      if (leasable === events.length) leasable += 1;
      const enveloped = envelope(event);
      events.push(enveloped);
      return enveloped.id;
    },
    recordAll(added) {
      for (const event of added) events.push(envelope(event));
    },
    statements() {
      const queries: CompiledQuery[] = [];
      for (const event of events.slice(0, leasable)) {
        const terms = immediate?.reserve(event.id);
        if (!terms) break;
        queries.push(leasedEventQuery(companyId, event, terms));
      }
      leased = queries.length;
      for (let first = leased; first < events.length; first += maxEventsOfStatement) {
        queries.push(eventsQuery(companyId, events.slice(first, first + maxEventsOfStatement)));
      }
      return queries;
    },
    committed(results) {
      const deliveries = results
        .slice(0, leased)
        .flatMap(({ rows }) => rows as unknown as RecordedDelivery[]);
      immediate?.committed(deliveries);
      const isWaiting =
        deliveries.some(({ leaseToken }) => leaseToken === null) ||
        results.slice(leased).some(({ rowCount }) => (rowCount ?? 0) > 0);
      if (isWaiting) wake(companyId);
    },
    abandoned() {
      immediate?.abandoned();
      events = [];
      leasable = 0;
    },
  };
}
