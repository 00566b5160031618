import type { SignatureMode } from '@pv-planning/webhooks';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { askedFor } from '../../delivery-trigger.ts';

/** An endpoint as it stood when one of its deliveries was claimed. */
export interface ClaimedEndpoint {
  id: string;
  url: string;
  signatureMode: SignatureMode;
  /** Sealed. */
  secret: string;
  /** Sealed; null when none or when its overlap has ended. */
  previousSecret: string | null;
  stateChangedAt: string;
}

/** An endpoint that has a due delivery and room for one more attempt under way. */
export interface ReadyEndpoint extends ClaimedEndpoint {
  /** Active, and its gate is open. Of others only what somebody asked for is due. */
  open: boolean;
  /** Something that somebody asked for is due: a re-delivery or a test. */
  asked: boolean;
  /** Enabled, and what has queued still stands there as it was. */
  releasePending: boolean;
  databaseMs: number;
}

/**
 * Endpoints with a due delivery and room for one more attempt under way. Asks for the earliest one, which is one step
 * in an index, and not whether any is due, which could read through a long queue of later ones.
 */
function readyEndpoints(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    from webhook_endpoint as endpoint
    cross join lateral (
      select endpoint.state = 'active' and coalesce(endpoint.gate_until <= now(), true) as open,
        coalesce((
          select min(due.due_at) from webhook_delivery as due
          where due.company_id = endpoint.company_id and due.endpoint_id = endpoint.id
            and ${askedFor('due')}
        ) <= now(), false) as asked
    ) as gate
    where ${where} and endpoint.state <> 'deleted'
      and endpoint.send_window > (
        select count(*) from webhook_delivery as leased
        where leased.company_id = endpoint.company_id and leased.endpoint_id = endpoint.id
          and leased.lease_token is not null and leased.due_at > now()
      )
      and (
        gate.asked or gate.open and (
          endpoint.release_pending or (
            select min(due.due_at) from webhook_delivery as due
            where due.company_id = endpoint.company_id and due.endpoint_id = endpoint.id
          ) <= now()
        )
      )
  `;
}

/** The ready endpoints of one company, least recently served first, locked; those locked elsewhere are left out. */
export async function lockReadyEndpoints(
  transaction: QueryExecutorProvider,
  companyId: string,
  limit: number,
): Promise<ReadyEndpoint[]> {
  const { rows } = await sql<ReadyEndpoint>`
    select endpoint.id, endpoint.url, endpoint.signature_mode, endpoint.secret,
      case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
      endpoint.state_changed_at, endpoint.release_pending, gate.open, gate.asked,
      (extract(epoch from clock_timestamp()) * 1000)::double precision as database_ms
    ${readyEndpoints(sql`endpoint.company_id = ${companyId}::bigint`)}
    order by endpoint.served_at
    limit ${limit}
    for no key update of endpoint skip locked
  `.execute(transaction);
  return rows;
}

/**
 * Companies with a delivery that can be sent now, least recently served first. Takes no lock, and looks at each
 * endpoint's oldest delivery only: however much is queued for paused or failing endpoints costs nothing here.
 */
export async function dueCompanies(database: QueryExecutorProvider, limit: number): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select endpoint.company_id ${readyEndpoints(sql`true`)}
    group by endpoint.company_id
    order by min(endpoint.served_at)
    limit ${limit}
  `.execute(database);
  return rows.map(({ companyId }) => companyId);
}
