import type { EventData, EventType, Scope } from '@pv-planning/contract';
import type { CompanyQueries, SecretBox } from '@pv-planning/database';
import type { Handlers } from '@pv-planning/server-kit';
import type { PagesContract } from './contract/pages-contract.ts';
import type { PublicContract } from './contract/public-contract.ts';
import type { CompanyLinks } from './links/links.ts';
import type { QueueMails } from './mails/queue-mail.ts';
import type { PaymentAccounts } from './payment-accounts/payment-accounts.ts';

/** A changed record and the time of its change. */
export interface RecordChange<T extends EventType> {
  record: EventData<T>;
  changedAt: string;
}

/** A customer: with a link to a record, or on the page of the company. */
export interface PageVisitor {
  kind: 'customer';
  /** Purpose, company, record and version of the link; `page` without a link, `provider` for the payment provider. */
  id: string;
  /** The record that the link opens; the company, without a link. */
  recordId: string;
  /** Null without a link. */
  linkVersion: number | null;
  clientAddress: string | null;
  userAgent: string | null;
}

/** Who acts. */
export type Actor = { kind: 'key' | 'member' | 'system'; id: string } | PageVisitor;

/** The context of a handler. It gives access to the caller's company only. */
export interface Context {
  actor: Actor;
  /** Whether the actor has a scope. */
  hasScope: (scope: Scope) => boolean;
  /** Queries limited to the caller's company. In a write operation they run in its transaction. */
  db: CompanyQueries;
  links: CompanyLinks;
  /** Whether strangers confirm bookings by a mailed link if many have booked. */
  confirmsBookings: boolean;
  /** Encrypts input of strangers that is not a record yet. */
  box: SecretBox;
  /** Opens the company's accounts at the payment provider. Requests to the provider are sent outside transactions. */
  paymentAccounts: PaymentAccounts;
  /** Returns the time of the database's clock, for rules that compare times with now. Call it after acquiring locks. */
  now(): Promise<string>;
  /** This process, as the owner of leases. */
  leaseOwner: number;
  /** Encrypts the response that is stored for the `Idempotency-Key`. For responses with a secret. Those to customers always are. */
  sealResponse(): void;
  /**
   * Runs several reads on one snapshot of the company's data. In a write operation they run in its transaction and depend on its
   * locks.
   */
  snapshot<T>(read: (db: CompanyQueries) => Promise<T>): Promise<T>;
  /**
   * Records an event in the transaction of the change, with the fields of the record that the contract lists for the event. Not
   * available in read-only operations.
   *
   * @param changedAt the time of the change; defaults to the current time, as for deletions
   */
  raise<T extends EventType>(type: T, record: EventData<T>, changedAt?: string): Promise<void>;
  /** Records the events of many changes in one statement. */
  raiseAll<T extends EventType>(type: T, changes: readonly RecordChange<T>[]): Promise<void>;
  /** Not available in read-only operations. */
  queueMails: QueueMails;
}

/** The context of a handler whose actor is of one kind. */
export interface ActorContext<Who extends Actor> extends Context {
  actor: Who;
}

/** The context of a handler for customers. */
export type CustomerContext = ActorContext<PageVisitor>;

/** Handlers of the public API by operationId. */
export type PublicHandlers = Handlers<PublicContract, Context>;

/** Handlers of some of the operations. All such objects together must form `PublicHandlers`. */
export type ResourceHandlers = Partial<PublicHandlers>;

/** Handlers of the customers' pages by operationId. */
export type PageHandlers = Handlers<PagesContract, CustomerContext>;
