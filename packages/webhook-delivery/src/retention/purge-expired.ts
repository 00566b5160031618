import { type Purge, purgeBatch, type Tables, withinCompany } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import type { DeliveryRules } from '../queue/rules.ts';
import { boundDueTimes } from './bound-due-times.ts';
import { discardExpired } from './discard-expired.ts';

/** Rows to delete after the retention period, except those that a queued delivery needs. */
const purges: readonly Purge[] = [
  {
    table: 'webhookEvent',
    since: 'createdAt',
    where: ({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhookDelivery')
            .select('webhookDelivery.id')
            .whereRef('webhookDelivery.companyId', '=', 'expired.companyId')
            .whereRef('webhookDelivery.eventId', '=', 'expired.id'),
        ),
      ),
  },
  { table: 'webhookDeliveryFinished', since: 'finishedAt' },
  { table: 'webhookAttempt', key: ['deliveryId', 'id'], since: 'startedAt' },
  { table: 'webhookNotice', since: 'createdAt' },
  {
    table: 'webhookEndpoint',
    since: 'stateChangedAt',
    where: ({ and, eb, not, exists, selectFrom }) =>
      and([
        eb('expired.state', '=', 'deleted'),
        not(
          exists(
            selectFrom('webhookDelivery')
              .select('webhookDelivery.id')
              .whereRef('webhookDelivery.companyId', '=', 'expired.companyId')
              .whereRef('webhookDelivery.endpointId', '=', 'expired.id'),
          ),
        ),
      ]),
  },
];

/**
 * Discards and logs expired deliveries of endpoints that are not active, deletes expired events, finished deliveries, attempts, notices
 * and endpoints, and bounds due times. Works in small batches, company by company; any number of processes can run it concurrently.
 * Stops early when `goOn` returns false.
 */
export async function purgeExpired(
  database: Kysely<Tables>,
  rules: Pick<DeliveryRules, 'retentionDays' | 'retryCapMs'>,
  goOn: () => boolean = () => true,
): Promise<void> {
  const { rows: clock } = await sql<{ now: string }>`select now()`.execute(database);
  const now = clock[0]?.now ?? '';
  const companies = await database.selectFrom('company').select('companyId').execute();
  for (const { companyId } of companies) {
    if (!goOn()) return;
    await boundDueTimes(database, companyId, rules);
    while (goOn() && (await discardExpired(database, { companyId, rules })) > 0);
    const db = withinCompany(database, companyId);
    for (const purge of purges)
      while (goOn() && (await purgeBatch(db, purge, { days: rules.retentionDays, now })));
  }
}
