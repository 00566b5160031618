import type { Database } from '@pv-planning/database';
import { loggedError } from '@pv-planning/server-kit';
import type { Logger } from 'pino';
import type { CompanyCaller } from '../authentication/company-caller.ts';
import type { LeasedRow, Outcome } from '../leased-queue/queue-rows.ts';
import { type Queue, startQueue } from '../leased-queue/start-queue.ts';
import type { PaymentAccounts } from '../payment-accounts/payment-accounts.ts';
import { observeCheckout } from '../payments/checkout/observe-checkout.ts';
import type { Clock } from '../records/change-time.ts';
import type { DatabaseTransactions } from '../transactions/database-transactions.ts';

interface PaymentParts {
  database: Database;
  clock: Clock;
  accounts: PaymentAccounts;
  transactions: DatabaseTransactions;
  logger: Logger;
}

/** Three requests to the provider, each of which takes at most 8 seconds, and two transactions. */
const leaseMs = 150_000;

const maxInProgress = 20;

/** How soon work is repeated that has failed because of a defect, or because the database was not available. */
const retryMs = 30_000;

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

/** Asks the provider what became of checkouts, and decides about their bookings. */
export function startPaymentDispatch({
  database,
  clock,
  accounts,
  transactions,
  logger,
}: PaymentParts): Queue {
  async function workOn(row: LeasedRow<'checkout'>): Promise<Outcome> {
    const { companyId, id } = row;
    const inTransaction: Parameters<typeof observeCheckout>[1]['inTransaction'] = (work) =>
      transactions.write(paymentCaller(companyId), work);
    try {
      const { nextAt, error = null } = await observeCheckout(row, { accounts, inTransaction });
      return nextAt === null ? { kind: 'done' } : { kind: 'later', dueAt: nextAt, error };
    } catch (error) {
      logger.error({ companyId, id, error: loggedError(error) }, 'a checkout could not be observed');
      const dueAt = new Date(Date.parse(await clock(database.kysely)) + retryMs).toISOString();
      return { kind: 'later', dueAt, error: String(error) };
    }
  }

  return startQueue({
    queue: { table: 'checkout', doneStatus: 'done', neverGivesUp: true },
    database,
    clock,
    work: workOn,
    maxInProgress,
    leaseMs,
    logger,
  });
}
