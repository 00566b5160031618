import type { Tables } from '@pv-planning/database';
import { sql, type Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { EndpointId, Notice } from '../../administration/endpoint.ts';
import type { DeliveryRules } from '../../queue/rules.ts';
import { isTemporary } from '../../sql/error-kinds.ts';
import { storableText } from '../../sql/storable-text.ts';
import type { AttemptResult } from '../send/attempt.ts';
import { type EndpointHealth, nextHealth } from './endpoint-health.ts';

/** SQL condition: the endpoint is active, and the next success changes its health. `startInFlight` is a placeholder. */
export const isRecovering = (endpoint: string, startInFlight: string): string =>
  `${endpoint}.state = 'active' and (${endpoint}.consecutive_failures > 0 or ${endpoint}.send_window < ${startInFlight})`;

export interface LockedEndpoint extends EndpointHealth {
  id: string;
  url: string;
  state: string;
  failingSince: string | null;
  lastErrorCode: string | null;
  lastErrorText: string | null;
}

export const maxWaitingCounted = 10_000;

/** A notice to operators about an endpoint. */
export interface NewNotice extends Notice {
  companyId: string;
  url: string;
  /** Time of the next possible attempt; null if the endpoint was disabled. */
  pausedUntil: string | null;
  /** Number of events that wait for the endpoint. Counted up to `maxWaitingCounted`. */
  waiting: number;
  /** The error of `onNotice`, if it failed. */
  failure?: unknown;
}

/**
 * Called in the transaction that records a notice. After a temporary error, the transaction is repeated. After any other error,
 * the writes of this function are rolled back and the results are still saved.
 */
export type OnNotice = (notice: NewNotice, transaction: Transaction<Tables>) => Promise<void>;

export interface HealthOrder {
  companyId: string;
  /** Locked by this transaction. */
  endpoints: readonly LockedEndpoint[];
  /** Results that changed the queue, now or in an earlier try, in the order in which the attempts ended. */
  settled: readonly AttemptResult[];
  rules: DeliveryRules;
  /** The database's clock, Unix milliseconds. */
  dbNow: number;
  onNotice?: OnNotice | undefined;
}

/** Updates the health of endpoints after attempts: pauses, windows, disabling. Records notices and returns them. */
export async function saveHealth(
  transaction: Transaction<Tables>,
  { companyId, endpoints, settled, rules, dbNow, onNotice }: HealthOrder,
): Promise<NewNotice[]> {
  const now = new Date(dbNow).toISOString();
  const changes = endpoints
    .filter(({ state }) => state === 'active')
    .map((endpoint) => {
      const results = settled.filter(({ claim }) => claim.endpoint.id === endpoint.id).filter(affectsHealth);
      const health = nextHealth(endpoint, results, rules, now);
      const isFailing = health.consecutiveFailures > 0;
      const failure = results.findLast(({ outcome }) => outcome === 'failed');
      const { lastErrorCode: errorCode, lastErrorText: errorText } = endpoint;
      return {
        id: endpoint.id,
        url: endpoint.url,
        count: results.length,
        before: endpoint,
        ...health,
        now,
        isFailing,
        failingSince: isFailing ? (endpoint.failingSince ?? now) : null,
        ...(!isFailing
          ? { errorCode: null, errorText: null }
          : failure
            ? {
                errorCode: failure.errorCode,
                errorText: failure.errorText && storableText(failure.errorText),
              }
            : { errorCode, errorText }),
        gateUntil: health.gateMs === null ? null : new Date(dbNow + health.gateMs).toISOString(),
        disabled: health.notice === 'disabled',
      };
    })
    .filter(
      ({ count, before, isFailing, sendWindow }) =>
        count > 0 && (isFailing || before.consecutiveFailures > 0 || before.sendWindow !== sendWindow),
    );
  if (changes.length === 0) return [];
  await sql`
    update webhook_endpoint as endpoint
    set consecutive_failures = change."consecutiveFailures",
      failing_since = change."failingSince",
      failed_at = change."failedAt",
      last_error_code = change."errorCode",
      last_error_text = change."errorText",
      send_window = change."sendWindow",
      gate_until = case when change."isFailing" then greatest(endpoint.gate_until, change."gateUntil") end,
      served_at = change.now,
      state = case when change.disabled then 'disabled' else endpoint.state end,
      state_reason = case when change.disabled
        then change."consecutiveFailures" || ' failed attempts in a row' else endpoint.state_reason end,
      state_changed_at = case when change.disabled then change.now else endpoint.state_changed_at end
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (id uuid,
      "consecutiveFailures" integer, "failingSince" timestamptz, "failedAt" timestamptz, "isFailing" boolean,
      "errorCode" text, "errorText" text, "sendWindow" integer, "gateUntil" timestamptz, now timestamptz, disabled boolean)
    where endpoint.company_id = ${companyId}::bigint and endpoint.id = change.id
  `.execute(transaction);
  const notices: NewNotice[] = [];
  for (const { id, url, notice: kind, ...change } of changes) {
    if (kind === null || change.failingSince === null) continue;
    const { consecutiveFailures, failingSince, errorCode, errorText, disabled, gateUntil } = change;
    const recorded = {
      companyId,
      id: uuidv7(),
      endpointId: id,
      ...{ kind, consecutiveFailures, failingSince, errorCode, errorText },
      createdAt: now,
    };
    await transaction.insertInto('webhookNotice').values(recorded).execute();
    const waiting = await countWaiting(transaction, { companyId, endpointId: id });
    const notice = { ...recorded, url, pausedUntil: disabled ? null : gateUntil, waiting };
    const failure = await attempted(() => onNotice?.(notice, transaction), transaction);
    notices.push({ ...notice, ...(failure !== undefined && { failure }) });
  }
  return notices;
}

/**
 * Runs `work` in a savepoint. If it fails, rolls it back and returns the error.
 * @throws a temporary error, so that the transaction is repeated
 */
async function attempted(
  work: () => Promise<void> | undefined,
  transaction: Transaction<Tables>,
): Promise<unknown> {
  await sql`savepoint notice`.execute(transaction);
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isTemporary(error)) throw error;
    await sql`rollback to savepoint notice`.execute(transaction);
    return error;
  }
}

async function countWaiting(
  transaction: Transaction<Tables>,
  { companyId, endpointId }: EndpointId,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select id from webhook_delivery
      where company_id = ${companyId}::bigint and endpoint_id = ${endpointId}::uuid
      limit ${maxWaitingCounted}
    ) as waiting
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}

/**
 * Whether a result affects the endpoint's health. Tests and internal errors do not; a manual redelivery does only if it succeeds.
 */
export function affectsHealth({ claim: { trigger }, outcome, errorCode }: AttemptResult): boolean {
  if (trigger === 'test') return false;
  return outcome === 'delivered' || (trigger !== 'manual' && errorCode !== 'internal');
}
