import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedPostgres } from '@pv-planning/embedded-postgres';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { type ConnectionSource, createClientClass } from './statement-client.ts';
import { types } from './type-parsers.ts';
import { isUnreachable } from './unavailable.ts';

/** Maximum time that a caller waits for a connection. */
export const connectionTimeoutMillis = 15_000;
const idleTimeoutMillis = 60_000;

/** Time-outs, enforced by PostgreSQL unless stated otherwise. */
export interface Timeouts {
  /** Limit for one statement, including its waits for locks. */
  statementMs: number;
  /** Limit for one wait for a lock. */
  lockMs: number;
  /** Limit for an idle transaction: its process may hang or be disconnected while the transaction holds locks. */
  idleInTransactionMs: number;
  /**
   * Limit for a transaction of `Database.transaction` from start to commit; a longer one is rolled back. Enforced by this
   * process, because PostgreSQL has such a time-out only from version 17 on.
   */
  transactionMs?: number;
}

export interface PoolLimits {
  /** Maximum number of connections. Default: 10. */
  poolSize?: number;
  /** Default: none. */
  timeouts?: Timeouts;
  /**
   * Plans statements with indexes only. For tables whose size changes by orders of magnitude: a plan made while a table is
   * small would later scan the whole table. Like the time-outs, ignored behind a pooler.
   */
  indexesOnly?: boolean;
}

export interface PoolOptions extends PoolLimits {
  source: ConnectionSource;
  preparedStatements: boolean;
  /** Called when an idle connection breaks, for example because PostgreSQL restarts. */
  onIdleError: (error: Error) => void;
}

/** Returns the time-outs as start-up parameters, which need no statement. PgBouncer rejects connections with such parameters. */
export function startUpParameters({
  timeouts,
  preparedStatements = true,
}: PoolLimits & { preparedStatements?: boolean }): pg.ClientConfig {
  if (!timeouts || !preparedStatements) return {};
  return {
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
  };
}

/**
 * JIT compilation takes longer than our statements. Their cost triggers it: up to PostgreSQL 17, disabled scans have huge costs.
 */
const noCompilation = { jit: 'off' };
const noScans = { enable_seqscan: 'off', enable_bitmapscan: 'off' };

/** Creates a pool that survives restarts of PostgreSQL: broken connections are removed and new ones opened as needed. */
export function createPool(options: PoolOptions): pg.Pool {
  const { source, poolSize = 10, preparedStatements, indexesOnly = false, onIdleError } = options;
  const Client = createClientClass(source, {
    preparedStatements,
    ...(preparedStatements && { settings: { ...noCompilation, ...(indexesOnly && noScans) } }),
  });
  const pool = new pg.Pool({
    ...startUpParameters(options),
    Client,
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis,
    idleTimeoutMillis,
    types,
  });
  pool.on('error', onIdleError);
  return pool;
}

/** Maximum time that a caller waits for a restart of the embedded PostgreSQL. */
const restartPatienceMs = 5_000;

/** Wraps a pool so that it restarts the embedded PostgreSQL if it is unreachable. */
export function selfHealing(pool: pg.Pool, embedded: EmbeddedPostgres): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const deadline = Date.now() + restartPatienceMs;
      for (;;) {
        try {
          return await pool.connect();
        } catch (error) {
          const leftMs = deadline - Date.now();
          if (pool.ending || leftMs <= 0 || !isUnreachable(error)) throw error;
          const isRunning = embedded.ensureRunning().then(() => true);
          if (!(await Promise.race([isRunning, sleep(leftMs, false, { ref: false })]))) throw error;
        }
      }
    },
  };
}
