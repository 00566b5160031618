import type { PostgresPool } from 'kysely';
import pg from 'pg';
import type { EmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { type ConnectionSource, createClientClass, createStatementNames } from './statement-client.ts';
import { types } from './type-parsers.ts';

/** Milliseconds a caller waits for a connection, then fails. */
const connectionTimeoutMillis = 15_000;
const idleTimeoutMillis = 60_000;

export interface PoolOptions {
  source: ConnectionSource;
  poolSize: number;
  preparedStatements: boolean;
  /** Told of connections that broke while nobody used them, as all do when PostgreSQL restarts. */
  onIdleError: (error: Error) => void;
}

/** A pool that outlives restarts of PostgreSQL: broken connections leave it, new ones are made when needed. */
export function createPool({ source, poolSize, preparedStatements, onIdleError }: PoolOptions): pg.Pool {
  const Client = createClientClass(source, preparedStatements ? createStatementNames() : undefined);
  const pool = new pg.Pool({
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
