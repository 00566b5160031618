import type { Tables } from '@pv-planning/database';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Endpoint } from '../../administration/endpoint.ts';
import { isBackingOff } from '../../queue/endpoint-gate.ts';

/** Queues are counted up to this number, which bounds the cost of a scrape. */
const maxCounted = 100_000;

/** `backing_off`: active, but paused after a failure. */
const states: readonly (Endpoint['state'] | 'backing_off')[] = [
  'active',
  'backing_off',
  'paused',
  'disabled',
];

const stateOf = sql.raw(`case when ${isBackingOff('endpoint')} then 'backing_off' else endpoint.state end`);

/**
 * Gauges of queues and endpoints, read from the database at each scrape. Every process reports the same values. If the database is
 * unavailable, a scrape lacks these gauges but succeeds.
 */
export function registerQueueMetrics(
  registry: Registry,
  { database, logger }: { database: Kysely<Tables>; logger: Logger },
): void {
  const labelNames = ['state'] as const;
  let reading: Promise<void> | undefined;
  const collect = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames, registers: [registry], collect });

  const depth = gauge(
    'webhook_queue_deliveries',
    `Queued deliveries by the state of their endpoint; backing_off: paused after a failure. Counted up to ${maxCounted}.`,
  );
  const oldest = gauge(
    'webhook_queue_oldest_due_seconds',
    'Time for which the oldest due delivery has been due, by the state of its endpoint.',
  );
  const endpoints = gauge('webhook_endpoints', 'Endpoints by state; backing_off: paused after a failure.');

  async function read(): Promise<void> {
    for (const metric of [depth, oldest, endpoints]) metric.reset();
    try {
      const [counts, ages] = [await countEndpoints(database), await oldestDue(database)];
      for (const state of states) {
        endpoints.set({ state }, counts.get(state) ?? 0);
        oldest.set({ state }, ages.get(state) ?? 0);
        depth.set({ state }, counts.has(state) ? await queueDepth(database, state) : 0);
      }
    } catch (error) {
      logger.warn({ err: error }, 'failed to measure webhook queues');
    }
  }
}

interface Figure {
  state: string;
  value: number;
}

const byState = (rows: readonly Figure[]) => new Map(rows.map(({ state, value }) => [state, value]));

async function countEndpoints(database: Kysely<Tables>): Promise<Map<string, number>> {
  const { rows } = await sql<Figure>`
    select ${stateOf} as state, count(*)::double precision as value
    from webhook_endpoint as endpoint where endpoint.state <> 'deleted' group by 1
  `.execute(database);
  return byState(rows);
}

/** Takes one step in an index for each endpoint. */
async function oldestDue(database: Kysely<Tables>): Promise<Map<string, number>> {
  const { rows } = await sql<Figure>`
    select ${stateOf} as state, greatest(0, extract(epoch from now() - min(earliest.due_at)))::double precision as value
    from webhook_endpoint as endpoint
    cross join lateral (
      select min(delivery.due_at) as due_at from webhook_delivery as delivery
      where delivery.company_id = endpoint.company_id and delivery.endpoint_id = endpoint.id
        and (delivery.lease_token is null or delivery.lease_until <= now())
    ) as earliest
    group by 1
  `.execute(database);
  return byState(rows);
}

async function queueDepth(database: Kysely<Tables>, state: string): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select count(*)::double precision as value
    from (
      select delivery.company_id from webhook_delivery as delivery
      where exists (
        select endpoint.id from webhook_endpoint as endpoint
        where endpoint.company_id = delivery.company_id and endpoint.id = delivery.endpoint_id
          and ${stateOf} = ${state}
      )
      limit ${maxCounted}
    ) as counted
  `.execute(database);
  return rows[0]?.value ?? 0;
}
