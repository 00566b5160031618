import { setTimeout as delay } from 'node:timers/promises';
import type { Database, PoolLimits } from '@pv-planning/database';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { startApiServer } from './http/api-server.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import { openConfiguredDatabase } from './process/configured-database.ts';
import { deliverElsewhere, deliverHere } from './process/delivery.ts';
import { loadSecretKey } from './process/secret-key.ts';
import type { Role } from './settings/role.ts';
import type { Settings } from './settings/settings.ts';

export interface Service {
  /** Where the API listens, for example `http://127.0.0.1:3000`; undefined for a dispatcher. */
  url: string | undefined;
  /** Where metrics and probes are; undefined without `METRICS_PORT`. */
  metricsUrl: string | undefined;
  database: Database;
  /** Compiles the validators ahead of the first requests. Requests are served meanwhile. */
  warmUp(): Promise<void>;
  /** Finishes open requests and deliveries in flight, then disconnects. */
  close(): Promise<void>;
}

/**
 * A statement beyond these limits fails instead of occupying a connection that others wait for. A transaction may idle while
 * a slow machine parses the longest price list.
 *
 * Whoever keeps a copy of a list relies on `transactionMs`: a change whose time lies further back is committed or never will be.
 * The guide to lists tells them to read a minute again, which leaves 10 seconds for clocks and the commit.
 */
export const requestLimits = {
  poolSize: 10,
  timeouts: { statementMs: 20_000, lockMs: 15_000, idleInTransactionMs: 50_000, transactionMs: 50_000 },
} satisfies PoolLimits;

/** Connections that handlers leave to the look-up of API keys, to probes and to jobs. */
const otherConnections = 2;

/** Readiness timeout for `select 1`. */
const readinessMs = 2_000;

export interface ServiceOptions {
  role?: Role;
  /** Aborts the start. Has no effect once the service runs. */
  signal?: AbortSignal;
}

/**
 * Starts what a process of this role runs: the API, the dispatcher of webhooks, or both.
 *
 * @throws Error if a part cannot start, or the signal's reason; the parts that had started are stopped first
 */
export async function startService(
  settings: Settings,
  logger: Logger,
  { role = 'all', signal }: ServiceOptions = {},
): Promise<Service> {
  // Disposed in reverse order, also when a later part fails to start.
  await using starting = new AsyncDisposableStack();
  const database = await openConfiguredDatabase(settings, logger, { ...requestLimits, signal });
  starting.defer(database.close);
  const secretKey = await loadSecretKey(settings, database.kysely);
  const ready = () =>
    Promise.race([
      sql`select 1`.execute(database.kysely).then(() => true),
      delay(readinessMs, false, { ref: false }),
    ]);

  const registry = new Registry();
  const { metricsHost: host, metricsPort: port } = settings;
  const metrics = port === undefined ? undefined : await startMetricsServer({ host, port, registry, ready });
  if (metrics) starting.defer(metrics.close);

  const delivery =
    role === 'api'
      ? deliverElsewhere({ database, logger })
      : deliverHere({ database, secretKey, settings, registry, logger });
  starting.defer(delivery.stop);

  const { wake } = delivery;
  const capacity = requestLimits.poolSize - otherConnections;
  const api =
    role === 'dispatcher'
      ? undefined
      : await startApiServer({ settings, database, secretKey, capacity, wake, ready, logger });
  if (api) starting.defer(api.close);

  signal?.throwIfAborted();
  delivery.start();
  const running = starting.move();
  return {
    url: api?.url,
    metricsUrl: metrics?.url,
    database,
    warmUp: async () => api?.warmUp(),
    async close() {
      // Deliveries stop while the last requests are still finishing.
      await Promise.all([delivery.stop(), running.disposeAsync()]);
    },
  };
}
