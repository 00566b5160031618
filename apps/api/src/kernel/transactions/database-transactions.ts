import { type EventType, events } from '@pv-planning/contract';
import {
  type CompanyQueries,
  type Database,
  isUnreachable,
  isUnsent,
  type LeaseOwners,
  type SecretBox,
  type Tables,
  unknownOwners,
} from '@pv-planning/database';
import type { IdempotencyRecords } from '@pv-planning/server-kit';
import type { Outbox } from '@pv-planning/webhook-delivery';
import type { Transaction } from 'kysely';
import type { CompanyCaller } from '../company-caller.ts';
import type { ActorContext } from '../handler-context.ts';
import { idempotencyRecords, isKeyInUse } from '../idempotency/idempotency-records.ts';
import { storedResponseLimit } from '../idempotency/stored-response-limit.ts';
import type { Links } from '../links/links.ts';
import type { MailContents } from '../mails/mail-contents.ts';
import { mailQueue } from '../mails/queue-mail.ts';
import type { PaymentAccounts } from '../payment-accounts/payment-accounts.ts';
import { type Clock, readClock } from '../records/change-time.ts';
import { asApiError, asApiErrorWithHolder } from '../sql/database-errors.ts';

/** Returns the fields of a record that the contract lists for an event, in that order. */
function eventData(type: EventType, record: object): object {
  const values = record as Record<string, unknown>;
  return Object.fromEntries(events[type].fields.map((field) => [field, values[field]]));
}

const snapshotSettings = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;

async function rejectEvent(): Promise<never> {
  throw new Error('A read-only operation cannot raise events.');
}

async function rejectMail(): Promise<never> {
  throw new Error('A read-only operation cannot queue mails.');
}

/** `Transactions` for contracts whose callers each act for one company. */
export interface DatabaseTransactions {
  read<Who extends CompanyCaller, T>(
    caller: Who,
    work: (context: ActorContext<Who['actor']>) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  write<Who extends CompanyCaller, T>(
    caller: Who,
    work: (context: ActorContext<Who['actor']>, idempotency: IdempotencyRecords) => Promise<T>,
  ): Promise<T>;
  isKeyInUse(caller: CompanyCaller, key: string, signal: AbortSignal): Promise<boolean>;
}

interface TransactionsParts {
  database: Database;
  links: Links;
  paymentAccounts: PaymentAccounts;
  /** Encrypts stored responses and the input of strangers. */
  responseBox: SecretBox;
  mailContents: MailContents;
  /** The address from which mails are sent; undefined without a mail server. */
  mailSender?: string | undefined;
  /** Whether strangers confirm bookings by a mailed link. Default: false. */
  confirmBookings?: boolean;
  /** Returns the outbox of a transaction. */
  outbox: (companyId: string) => Outbox;
  /** Default: leases end only when they expire. */
  owners?: (() => LeaseOwners) | undefined;
  /** Default: that of the database. */
  clock?: Clock | undefined;
}

/** Runs handlers on the database. A change, its idempotency key, its events and their deliveries share one transaction. */
export function databaseTransactions({
  database,
  links,
  paymentAccounts,
  responseBox,
  mailContents,
  mailSender,
  confirmBookings = false,
  outbox,
  owners = () => unknownOwners,
  clock = readClock,
}: TransactionsParts): DatabaseTransactions {
  const limit = storedResponseLimit();
  const shared = (companyId: string) => ({
    links: links(companyId),
    confirmsBookings: confirmBookings,
    box: responseBox,
    paymentAccounts,
  });
  return {
    async read(caller, work, signal) {
      const { tenant: companyId, actor, hasScope } = caller;
      try {
        const db = database.forCompany(companyId, signal);
        return await work({
          actor,
          hasScope,
          db,
          ...shared(companyId),
          now: () => clock(db),
          leaseOwner: owners().self,
          sealResponse() {},
          snapshot: (read) => database.transaction(companyId, read, { ...snapshotSettings, signal }),
          raise: rejectEvent,
          raiseAll: rejectEvent,
          queueMails: rejectMail,
        });
      } catch (error) {
        throw asApiError(error);
      }
    },

    async isKeyInUse({ tenant: companyId, owner }, key, signal) {
      try {
        return await isKeyInUse(database.forCompany(companyId, signal), owner, key, owners());
      } catch (error) {
        throw asApiError(error);
      }
    },

    async write<Who extends CompanyCaller, T>(
      caller: Who,
      work: (context: ActorContext<Who['actor']>, idempotency: IdempotencyRecords) => Promise<T>,
    ) {
      const { tenant: companyId, owner, isAnonymous = false, actor, hasScope } = caller;
      let isSealed = isAnonymous;
      const events = outbox(companyId);
      let isCommitting = false;
      const inTransaction = async (db: CompanyQueries, transaction: Transaction<Tables>) => {
        isCommitting = false;
        // A repeated transaction starts from scratch.
        events.abandoned();
        const context: ActorContext<Who['actor']> = {
          actor,
          hasScope,
          db,
          ...shared(companyId),
          now: () => clock(db),
          leaseOwner: owners().self,
          sealResponse() {
            isSealed = true;
          },
          snapshot: (read) => read(db),
          async raise(type, record, changedAt) {
            events.record({ type, data: eventData(type, record), changedAt });
          },
          async raiseAll(type, changes) {
            events.recordAll(
              changes.map(({ record, changedAt }) => ({ type, data: eventData(type, record), changedAt })),
            );
          },
          queueMails: mailQueue(db, { companyId, contents: mailContents, sender: mailSender }),
        };
        const records = { companyId, owner, limit, owners, box: responseBox, isSealed: () => isSealed };
        const result = await work(context, idempotencyRecords(db, transaction, records));
        isCommitting = true;
        return result;
      };
      try {
        return await database.transaction(companyId, inTransaction, { atCommit: events });
      } catch (error) {
        events.abandoned();
        // If the connection broke after COMMIT was sent, the change may be committed, so 503 would be wrong.
        throw isCommitting && isUnreachable(error) && !isUnsent(error)
          ? error
          : await asApiErrorWithHolder(error, database.forCompany(companyId));
      }
    },
  };
}
