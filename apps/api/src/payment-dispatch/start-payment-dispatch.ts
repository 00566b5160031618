import type { Database, LeaseOwners } from '@pv-planning/database';
import type { Logger } from 'pino';
import type { CompanyCaller } from '../authentication/company-caller.ts';
import type { LeasedRow, Outcome } from '../leased-queue/queue-rows.ts';
import { type Queue, startQueue } from '../leased-queue/start-queue.ts';
import type { PaymentAccounts } from '../payment-accounts/payment-accounts.ts';
import { workOnRefund } from '../payments/cancel/work-on-refund.ts';
import { observeCheckout } from '../payments/checkout/observe-checkout.ts';
import { processEvent } from '../payments/inbox/process-event.ts';
import type { Clock } from '../records/change-time.ts';
import type { DatabaseTransactions } from '../transactions/database-transactions.ts';

interface PaymentParts {
  database: Database;
  owners: () => LeaseOwners;
  clock: Clock;
  accounts: PaymentAccounts;
  transactions: DatabaseTransactions;
  pollMs: number;
  logger: Logger;
}

/**
 * Three requests to the provider, each of which takes at most 8 seconds, and two transactions. It is also how long the work of a process
 * that dies waits. If it takes longer, two processes do the same work, of which the first one decides.
 */
const leaseMs = 60_000;

/** Of all companies, and of one of them: its requests to the provider may all wait for a response. */
const [maxInProgress, maxOfCompany] = [40, 10];

/** How soon work is repeated that has failed because of a defect, or because the database was not available. */
const retryMs = 10_000;

/** The caller of the transactions in which payments change bookings. */
function paymentCaller(companyId: string): CompanyCaller {
  const owner = 'payments';
  return {
    tenant: companyId,
    owner,
    rateLimitKey: owner,
    logFields: { companyId, task: owner },
    hasScope: () => false,
    actor: { kind: 'system', id: owner },
  };
}

/** By table. */
export const paymentQueues = { checkout: startCheckouts, refund: startRefunds, providerEvent: startEvents };

/** Asks the provider what became of checkouts, decides about their bookings, makes refunds, and processes what the provider reports. */
export function startPaymentDispatch(parts: PaymentParts): Queue {
  const queues = Object.values(paymentQueues).map((start) => start(parts));
  return {
    async stop() {
      await Promise.all(queues.map(({ stop }) => stop()));
    },
  };
}

/** What the work of a row needs: the accounts at the provider, and transactions in the name of the company. */
type WorkParts = Parameters<typeof observeCheckout>[1];

function startPaymentQueue<Table extends 'checkout' | 'refund' | 'providerEvent'>(
  parts: PaymentParts,
  table: Table,
  work: (row: LeasedRow<Table>, parts: WorkParts) => Promise<Outcome>,
): Queue {
  const { accounts, transactions, ...queueParts } = parts;
  return startQueue({
    ...queueParts,
    queue: { table, doneStatus: 'done', retryMs },
    work: (row) =>
      work(row, {
        accounts,
        inTransaction: (change) => transactions.write(paymentCaller(row.companyId), change),
      }),
    maxInProgress,
    maxOfCompany,
    leaseMs,
  });
}

function startCheckouts(parts: PaymentParts): Queue {
  return startPaymentQueue(parts, 'checkout', async (checkout, workParts) => {
    const { nextAt, error = null } = await observeCheckout(checkout, workParts);
    return nextAt === null ? { kind: 'done' } : { kind: 'later', dueAt: nextAt, error };
  });
}

/** Asks the provider for refunds. What it says is stored with what changes by it, so the queue has nothing to record. */
function startRefunds(parts: PaymentParts): Queue {
  return startPaymentQueue(parts, 'refund', async (refund, workParts) => {
    await workOnRefund(refund, workParts);
    return { kind: 'recorded' };
  });
}

/** As long as the provider repeats an event that is not accepted. */
const eventMs = 3 * 86_400_000;
const [shortestPauseMs, longestPauseMs] = [2_000, 3_600_000];

/** The older an event, the longer the pause. */
function repeated({ createdAt }: { createdAt: string }, now: string, error: string): Outcome {
  const age = Date.parse(now) - Date.parse(createdAt);
  if (age > eventMs) return { kind: 'failed', error };
  const pauseMs = Math.min(Math.max(age / 2, shortestPauseMs), longestPauseMs);
  return { kind: 'later', dueAt: new Date(Date.parse(now) + pauseMs).toISOString(), error };
}

/** Processes what the provider has reported. */
function startEvents(parts: PaymentParts): Queue {
  const { clock, database, logger } = parts;
  return startPaymentQueue(parts, 'providerEvent', async (event, workParts) => {
    const problem = await processEvent(event, workParts);
    if (problem === undefined) return { kind: 'done' };
    const outcome = repeated(event, await clock(database.kysely), problem);
    if (outcome.kind === 'failed') {
      const { companyId, id, type } = event;
      logger.error({ companyId, id, type, problem }, 'an event of the payment provider was given up');
    }
    return outcome;
  });
}
