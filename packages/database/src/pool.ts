import type { EmbeddedPostgres } from '@pv-planning/embedded-postgres';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { type ConnectionSource, createClientClass, createPreparedStatements } from './statement-client.ts';
import { types } from './type-parsers.ts';

/** Milliseconds a caller waits for a connection, then fails. */
export const connectionTimeoutMillis = 15_000;
const idleTimeoutMillis = 60_000;

/** After how many milliseconds PostgreSQL ends what takes too long; all of these fail with its error. */
export interface Timeouts {
  /** One statement, its waiting for locks included. */
  statementMs: number;
  /** Waiting for one lock. */
  lockMs: number;
  /** A transaction in which nothing is asked: it holds locks for a process that hangs or is cut off. */
  idleInTransactionMs: number;
}

/** What one pool may use. */
export interface PoolLimits {
  /** Connections at most. Default 10. */
  poolSize?: number;
  /** None unless given. */
  timeouts?: Timeouts;
}

export interface PoolOptions extends PoolLimits {
  source: ConnectionSource;
  preparedStatements: boolean;
  /** Told of connections that broke while nobody used them, as all do when PostgreSQL restarts. */
  onIdleError: (error: Error) => void;
}

/** Time-outs as start-up parameters, which cost no request anything. PgBouncer refuses connections that bring such. */
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

/** A pool that outlives restarts of PostgreSQL: broken connections leave it, new ones are made when needed. */
export function createPool(options: PoolOptions): pg.Pool {
  const { source, poolSize = 10, preparedStatements, onIdleError } = options;
  const Client = createClientClass(source, preparedStatements ? createPreparedStatements() : undefined);
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

/** The pool, starting the embedded PostgreSQL again when it cannot be reached. */
export function healing(pool: pg.Pool, embedded: EmbeddedPostgres): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const deadline = Date.now() + connectionTimeoutMillis;
      for (;;) {
        try {
          return await pool.connect();
        } catch (error) {
          if (pool.ending || Date.now() > deadline || !isUnreachable(error)) throw error;
          await embedded.ensureRunning();
        }
      }
    },
  };
}

const connectionErrors = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** SQLSTATEs of a server that starts, stops, or was told to stop. */
const transitions = new Set(['57P01', '57P02', '57P03']);

function isUnreachable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return transitions.has(error.code ?? '');
  if (!(error instanceof Error)) return false;
  return 'code' in error
    ? connectionErrors.has(String(error.code))
    : /^Connection terminated/.test(error.message);
}
