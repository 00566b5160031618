import type { EventData, EventType, Scope } from '@pv-planning/contract';
import type { CompanyQueries } from '@pv-planning/database';

/** What happened to one record, as `raise` takes it. */
export interface RecordChange<T extends EventType> {
  record: EventData<T>;
  changedAt: string;
}

/** Who acts. */
export interface Actor {
  kind: 'key' | 'member' | 'customer' | 'system';
  id: string;
}

/** What a handler works with: the caller's company, and nothing outside it. */
export interface Context {
  actor: Actor;
  /** Whether the actor's rights include a scope. */
  may: (scope: Scope) => boolean;
  /** Every statement through it is limited to the caller's company. In a change it is the transaction of the change. */
  db: CompanyQueries;
  /**
   * Reads with several statements as if they were one: from one state of the company's data. In a change it is the
   * transaction of the change, which holds the locks of what it reads.
   */
  snapshot<T>(read: (db: CompanyQueries) => Promise<T>): Promise<T>;
  /**
   * Records an event in the transaction of the change. Of the record it takes the fields that the contract lists for the
   * event. Not available to operations that only read.
   *
   * @param changedAt the time of the change that the record tells; the present when it tells none, as after a deletion
   */
  raise<T extends EventType>(type: T, record: EventData<T>, changedAt?: string): Promise<void>;
  /** The same for many records, in one statement. */
  raiseAll<T extends EventType>(type: T, changes: readonly RecordChange<T>[]): Promise<void>;
}
