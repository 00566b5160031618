import type { Tables } from '@pv-planning/database';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from '../queue/rules.ts';
import { boundDueTimes } from './bound-due-times.ts';
import { discardExpired } from './discard-expired.ts';

// Rows are matched against an array, so that the subquery runs once. With a join and without statistics, it may run for every row.
const batchSize = 1_000;

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
  const companies = await database.selectFrom('company').select('companyId').execute();
  for (const { companyId } of companies) {
    if (!goOn()) return;
    await boundDueTimes(database, companyId, rules);
    while (goOn() && (await discardExpired(database, { companyId, rules })) > 0);
    for (const step of [deleteEvents, deleteFinished, deleteAttempts, deleteNotices, deleteEndpoints]) {
      while (goOn() && (await step(database, companyId, rules.retentionDays)) >= batchSize);
    }
  }
}

type Step = (database: QueryExecutorProvider, companyId: string, days: number) => Promise<number>;

const deleteEvents: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    delete from webhook_event where company_id = ${companyId}::bigint and id = any(array(
      select event.id from webhook_event as event
      where event.company_id = ${companyId}::bigint and event.created_at < now() - ${days} * interval '1 day'
        and not exists (
          select from webhook_delivery as delivery
          where delivery.company_id = event.company_id and delivery.event_id = event.id
        )
      order by event.created_at
      limit ${batchSize}
      for update skip locked
    ))
  `.execute(database);
  return Number(numAffectedRows ?? 0);
};

const deleteFinished: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery_finished where company_id = ${companyId}::bigint and id = any(array(
      select id from webhook_delivery_finished
      where company_id = ${companyId}::bigint and finished_at < now() - ${days} * interval '1 day'
      order by finished_at
      limit ${batchSize}
      for update skip locked
    ))
  `.execute(database);
  return Number(numAffectedRows ?? 0);
};

const deleteAttempts: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    with old as materialized (
      select delivery_id, id from webhook_attempt
      where company_id = ${companyId}::bigint and started_at < now() - ${days} * interval '1 day'
      order by started_at
      limit ${batchSize}
      for update skip locked
    )
    delete from webhook_attempt as attempt using old
    where attempt.company_id = ${companyId}::bigint and attempt.delivery_id = old.delivery_id and attempt.id = old.id
  `.execute(database);
  return Number(numAffectedRows ?? 0);
};

const deleteNotices: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    delete from webhook_notice where company_id = ${companyId}::bigint and id = any(array(
      select id from webhook_notice
      where company_id = ${companyId}::bigint and created_at < now() - ${days} * interval '1 day'
      limit ${batchSize}
      for update skip locked
    ))
  `.execute(database);
  return Number(numAffectedRows ?? 0);
};

const deleteEndpoints: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    delete from webhook_endpoint as endpoint
    where company_id = ${companyId}::bigint and state = 'deleted'
      and state_changed_at < now() - ${days} * interval '1 day'
      and not exists (
        select from webhook_delivery as delivery
        where delivery.company_id = endpoint.company_id and delivery.endpoint_id = endpoint.id
      )
  `.execute(database);
  return Number(numAffectedRows ?? 0);
};
