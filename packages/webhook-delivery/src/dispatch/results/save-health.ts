import { type QueryExecutorProvider, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Notice } from '../../administration/endpoint.ts';
import type { DeliveryRules } from '../../queue/rules.ts';
import { storableText } from '../../sql/storable-text.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { type EndpointHealth, nextHealth } from './endpoint-health.ts';

/** SQL condition: the endpoint is active, and the next success changes its health. `startInFlight` is a placeholder. */
export const isRecovering = (endpoint: string, startInFlight: string): string =>
  `${endpoint}.state = 'active' and (${endpoint}.consecutive_failures > 0 or ${endpoint}.send_window < ${startInFlight})`;

export interface LockedEndpoint extends EndpointHealth {
  id: string;
  state: string;
}

/** A notice to operators about an endpoint. */
export interface NewNotice {
  endpointId: string;
  kind: Notice['kind'];
  consecutiveFailures: number;
}

export interface HealthOrder {
  companyId: string;
  /** Locked by this transaction. */
  endpoints: readonly LockedEndpoint[];
  /** Results that changed the queue, now or in an earlier try, in the order in which the attempts ended. */
  settled: readonly AttemptResult[];
  rules: DeliveryRules;
  /** The database's clock, Unix milliseconds. */
  dbNow: number;
}

/** Updates the health of endpoints after attempts: pauses, windows, disabling. Records notices and returns them. */
export async function saveHealth(
  transaction: QueryExecutorProvider,
  { companyId, endpoints, settled, rules, dbNow }: HealthOrder,
): Promise<NewNotice[]> {
  const changes = endpoints
    .filter(({ state }) => state === 'active')
    .map((endpoint) => {
      const results = settled.filter(({ claim }) => claim.endpoint.id === endpoint.id).filter(affectsHealth);
      const lastFailure = results.findLast(({ outcome }) => outcome === 'failed');
      const health = nextHealth(endpoint, results, rules);
      return {
        id: endpoint.id,
        count: results.length,
        before: endpoint,
        errorCode: lastFailure?.errorCode ?? null,
        errorText: lastFailure?.errorText ? storableText(lastFailure.errorText) : null,
        ...health,
        now: new Date(dbNow).toISOString(),
        gateUntil: health.gateMs === null ? null : new Date(dbNow + health.gateMs).toISOString(),
      };
    })
    .filter(
      ({ count, before, consecutiveFailures, sendWindow }) =>
        count > 0 &&
        (consecutiveFailures > 0 || before.consecutiveFailures > 0 || before.sendWindow !== sendWindow),
    );
  if (changes.length === 0) return [];
  await sql`
    update webhook_endpoint as endpoint
    set consecutive_failures = change."consecutiveFailures",
      failing_since = case when change."consecutiveFailures" > 0 then coalesce(endpoint.failing_since, change.now) end,
      send_window = change."sendWindow",
      gate_until = case when change."gateUntil" is not null then greatest(endpoint.gate_until, change."gateUntil") end,
      served_at = change.now,
      state = case when change.disabled then 'disabled' else endpoint.state end,
      state_reason = case when change.disabled
        then change."consecutiveFailures" || ' failed attempts in a row' else endpoint.state_reason end,
      state_changed_at = case when change.disabled then change.now else endpoint.state_changed_at end
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (id uuid, "consecutiveFailures" integer,
      "sendWindow" integer, "gateUntil" timestamptz, now timestamptz, disabled boolean)
    where endpoint.company_id = ${companyId}::bigint and endpoint.id = change.id
  `.execute(transaction);
  const notices = changes.flatMap(({ id, disabled, noticeAt, errorCode, errorText }) =>
    noticeAt.map((consecutiveFailures) => ({
      id: uuidv7(),
      endpointId: id,
      kind:
        disabled && consecutiveFailures === noticeAt.at(-1) ? ('disabled' as const) : ('failing' as const),
      consecutiveFailures,
      errorCode,
      errorText,
    })),
  );
  if (notices.length > 0) await recordNotices(transaction, companyId, notices);
  return notices.map(({ endpointId, kind, consecutiveFailures }) => ({
    endpointId,
    kind,
    consecutiveFailures,
  }));
}

async function recordNotices(
  transaction: QueryExecutorProvider,
  companyId: string,
  notices: readonly object[],
): Promise<void> {
  await sql`
    insert into webhook_notice
      (company_id, id, endpoint_id, kind, consecutive_failures, failing_since, error_code, error_text, created_at)
    select endpoint.company_id, notice.id, endpoint.id, notice.kind, notice."consecutiveFailures",
      coalesce(endpoint.failing_since, now()), notice."errorCode", notice."errorText", clock_timestamp()
    from json_to_recordset(${JSON.stringify(notices)}::json) as notice
      (id uuid, "endpointId" uuid, kind text, "consecutiveFailures" integer, "errorCode" text, "errorText" text)
    join webhook_endpoint as endpoint on endpoint.company_id = ${companyId}::bigint and endpoint.id = notice."endpointId"
  `.execute(transaction);
}

/**
 * Whether a result affects the endpoint's health. Tests and internal errors do not; a manual redelivery does only if it succeeds.
 */
export function affectsHealth({ claim: { trigger }, outcome, errorCode }: AttemptResult): boolean {
  if (trigger === 'test') return false;
  return outcome === 'delivered' || (trigger !== 'manual' && errorCode !== 'internal');
}
