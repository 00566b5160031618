import type { Tables } from '@pv-planning/database';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { DeliveryRules } from './rules.ts';

const batchSize = 1_000;

/**
 * Discards what has waited too long for endpoints that are paused or disabled, with a line in the log of attempts,
 * and deletes events and finished deliveries that are older than promised. In small steps, company by company; any
 * number of processes may do it at once. Stops early when `goOn` says so.
 */
export async function purgeExpired(
  database: Kysely<Tables>,
  { retentionDays }: DeliveryRules,
  goOn: () => boolean = () => true,
): Promise<void> {
  const companies = await database.selectFrom('company').select('companyId').execute();
  for (const { companyId } of companies) {
    if (!goOn()) return;
    await discardExpired(database, { companyId, retentionDays });
    for (const step of [deleteEvents, deleteFinished, deleteAttempts, deleteEndpoints]) {
      while (goOn() && (await step(database, companyId, retentionDays)) >= batchSize);
    }
  }
}

/** Queued events of endpoints that are not active; of one endpoint when given. */
export async function discardExpired(
  database: QueryExecutorProvider,
  { companyId, endpointId, retentionDays }: { companyId: string; endpointId?: string; retentionDays: number },
): Promise<void> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from webhook_delivery as delivery
      using webhook_endpoint as endpoint
      where delivery.company_id = ${companyId}::bigint and delivery.id in (
          select old.id from webhook_delivery as old
          join webhook_endpoint as holder on holder.company_id = old.company_id and holder.id = old.endpoint_id
          where old.company_id = ${companyId}::bigint and holder.state <> 'active'
            ${endpointId === undefined ? sql`` : sql`and old.endpoint_id = ${endpointId}::uuid`}
            and (holder.state = 'deleted' or old.event_created_at < now() - ${retentionDays} * interval '1 day')
            and (old.lease_token is null or old.due_at <= now())
          limit ${batchSize}
          for update of old skip locked
        )
        and endpoint.company_id = delivery.company_id and endpoint.id = delivery.endpoint_id
      returning delivery.*, endpoint.url, endpoint.state
    ), logged as (
      insert into webhook_attempt (company_id, delivery_id, id, endpoint_id, event_id, attempt_number, trigger, outcome,
        error_code, error_text, url, started_at)
      select company_id, id, gen_random_uuid(), endpoint_id, event_id, attempts + 1, 'auto', 'discarded',
        case state when 'deleted' then 'endpoint_deleted' else 'discarded_30d' end,
        case state when 'deleted' then 'The endpoint was deleted.'
          else 'The event waited longer than ' || ${retentionDays}::integer || ' days.' end,
        url, now()
      from gone
    )
    insert into webhook_delivery_finished
      (company_id, id, endpoint_id, event_id, event_type, event_created_at, status, attempts)
    select company_id, id, endpoint_id, event_id, event_type, event_created_at, 'discarded', attempts from gone
  `.execute(database);
  if (Number(numAffectedRows ?? 0) >= batchSize) {
    await discardExpired(database, {
      companyId,
      retentionDays,
      ...(endpointId !== undefined && { endpointId }),
    });
  }
}

type Step = (database: QueryExecutorProvider, companyId: string, days: number) => Promise<number>;

const deleteEvents: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    delete from webhook_event where company_id = ${companyId}::bigint and id in (
      select event.id from webhook_event as event
      where event.company_id = ${companyId}::bigint and event.created_at < now() - ${days} * interval '1 day'
        and not exists (
          select from webhook_delivery as delivery
          where delivery.company_id = event.company_id and delivery.event_id = event.id
        )
      order by event.created_at
      limit ${batchSize}
      for update skip locked
    )
  `.execute(database);
  return Number(numAffectedRows ?? 0);
};

const deleteFinished: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery_finished where company_id = ${companyId}::bigint and id in (
      select id from webhook_delivery_finished
      where company_id = ${companyId}::bigint and finished_at < now() - ${days} * interval '1 day'
      order by finished_at
      limit ${batchSize}
      for update skip locked
    )
  `.execute(database);
  return Number(numAffectedRows ?? 0);
};

const deleteAttempts: Step = async (database, companyId, days) => {
  const { numAffectedRows } = await sql`
    delete from webhook_attempt where company_id = ${companyId}::bigint and (delivery_id, id) in (
      select delivery_id, id from webhook_attempt
      where company_id = ${companyId}::bigint and started_at < now() - ${days} * interval '1 day'
      order by started_at
      limit ${batchSize}
      for update skip locked
    )
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
