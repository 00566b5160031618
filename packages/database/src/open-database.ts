import { type EmbeddedPostgres, startEmbeddedPostgres } from '@pv-planning/embedded-postgres';
import {
  type CompiledQuery,
  Kysely,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
  type TransactionBuilder,
} from 'kysely';
import pg from 'pg';
import { CamelCaseDialect } from './camel-case-dialect.ts';
import { type CompanyQueries, withinCompany } from './company-scope.ts';
import { abortablePool, type Cancel } from './connections/abortable-pool.ts';
import { type AtCommit, poolWithStatementsAtCommit, type StatementResult } from './connections/at-commit.ts';
import {
  connectionTimeoutMillis,
  createPool,
  type PoolLimits,
  selfHealing,
  startUpParameters,
  type Timeouts,
} from './connections/pool.ts';
import { checkServer } from './connections/server-check.ts';
import {
  type ConnectionSource,
  createClientClass,
  type StatementClient,
} from './connections/statement-client.ts';
import { migrate, readMigrations } from './migrate.ts';
import { retryCollisions } from './retry.ts';
import type { Tables } from './tables.ts';

/** Name of the database inside an embedded PostgreSQL. */
const embeddedDatabase = 'pv_planning';

export type DatabaseOptions = DatabasePlace &
  PoolLimits & {
    /**
     * Whether to use named prepared statements. Default: true. Set to false behind PgBouncer in transaction mode; `timeouts` are
     * then ignored, because clients share connections, and the limits of the pooler apply.
     */
    preparedStatements?: boolean;
    /** Whether to apply pending migrations. Default: true. */
    migrate?: boolean;
    /** Aborts the opening. Ignored once the database is open. A running migration is completed. */
    signal?: AbortSignal | undefined;
    /**
     * Called when idle connections are lost, for example when PostgreSQL restarts: once, and again only after a new connection
     * has been opened. The pools replace lost connections.
     */
    onConnectionLost?: (error: Error) => void;
  };

type DatabasePlace =
  | {
      /** A PostgreSQL server, 15 or newer: `postgresql://user:password@host:port/database`. */
      url: string;
    }
  | {
      /** The data directory of the embedded PostgreSQL. Created if missing. */
      dataDir: string;
    };

export type TransactionSettings = {
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable';
  accessMode?: 'read only' | 'read write';
} & (
  | {
      /** As for `forCompany`; the transaction is rolled back on abort. */
      signal?: AbortSignal;
      atCommit?: never;
    }
  | { atCommit: AtCommit; signal?: never }
);

export interface Database extends Connections {
  /**
   * Queries limited to the rows of one company. If the signal is aborted, waits for connections are abandoned, running
   * statements are cancelled, and the queries reject with the signal's reason. Behind a pooler, a running statement is not
   * cancelled.
   */
  forCompany(companyId: string, signal?: AbortSignal): CompanyQueries;
  /**
   * Runs `work` in one transaction, limited to the company. On a serialization failure or deadlock, the transaction is rolled back
   * and `work` runs again, so it must have no effects outside the database. Its second parameter is the transaction without the
   * company scope.
   *
   * @throws {TransactionTimeoutError} if it took longer than `transactionMs`; it is then rolled back
   */
  transaction<T>(
    companyId: string,
    work: (queries: CompanyQueries, transaction: Transaction<Tables>) => Promise<T>,
    settings?: TransactionSettings,
  ): Promise<T>;
  /** Opens a second pool, so that one kind of work does not wait for another's connections. Close it before the database. */
  separate(limits: PoolLimits): Connections;
  /**
   * Returns the configuration of a connection outside the pools, for example for LISTEN. Call it for each connection: the address
   * of an embedded PostgreSQL can change.
   */
  readonly connection: () => pg.ClientConfig;
  /** Waits for running queries, then disconnects. The last process to disconnect from an embedded PostgreSQL stops it. */
  close(): Promise<void>;
}

/** Queries on the rows of all companies, for administration and delivery only. */
export interface Connections {
  readonly kysely: Kysely<Tables>;
  /**
   * Executes statements in one round trip and one transaction, and returns their rows. If one fails, none takes effect. For
   * statements of several companies: each must be limited to one of them.
   */
  executeTogether(statements: readonly CompiledQuery[]): Promise<unknown[][]>;
  /** Waits for running queries, then disconnects. */
  close(): Promise<void>;
}

/**
 * Connects to a server, or starts or joins the embedded PostgreSQL, and applies pending migrations.
 * @throws Error that says what to do: unreachable or unsupported server, changed migration, unusable data directory; the
 *   signal's reason if the opening is aborted, after everything started has been stopped
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if ('url' in options) return connect(options, () => ({ connectionString: options.url }));
  const { dataDir, signal } = options;
  const embedded = await startEmbeddedPostgres({ dataDir, signal });
  try {
    signal?.throwIfAborted();
    await createDatabase(embedded);
    const source = () => ({
      ...embedded.address(),
      database: embeddedDatabase,
      application_name: embedded.applicationName,
    });
    return await connect(options, source, embedded);
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function connect(
  options: DatabaseOptions,
  source: ConnectionSource,
  embedded?: EmbeddedPostgres,
): Promise<Database> {
  const { preparedStatements = true, onConnectionLost = () => {} } = options;
  let isLost = false;
  const onIdleError = (error: Error) => {
    if (!isLost) onConnectionLost(error);
    isLost = true;
  };
  const openPool = (limits: PoolLimits): PostgresPool => {
    const pool = createPool({ ...limits, source, preparedStatements, onIdleError });
    pool.on('connect', () => {
      isLost = false;
    });
    return embedded ? selfHealing(pool, embedded) : pool;
  };
  await prepare(source, options);
  options.signal?.throwIfAborted();
  const pool = openPool(options);
  const { kysely, executeTogether, close } = connectionsOf(pool);
  const cancel = preparedStatements ? cancelBy(source) : async () => {};
  const until = (signal: AbortSignal | undefined) =>
    signal ? connectionsOf(abortablePool(pool, signal, cancel)).kysely : kysely;
  return {
    kysely,
    executeTogether,
    forCompany: (companyId, signal) => withinCompany(until(signal), companyId),
    async transaction(companyId, work, settings = {}) {
      const { atCommit, signal } = settings;
      let results: readonly StatementResult[] = [];
      const executed = (ofStatements: readonly StatementResult[]) => {
        results = ofStatements;
      };
      const connection = atCommit
        ? connectionsOf(poolWithStatementsAtCommit(pool, atCommit.statements, executed)).kysely
        : until(signal);
      const result = await retryCollisions(() =>
        applySettings(connection.transaction(), settings).execute(async (transaction) => {
          const begun = performance.now();
          const done = await work(withinCompany(transaction, companyId), transaction);
          requireInTime(begun, options.timeouts);
          return done;
        }),
      );
      atCommit?.committed(results);
      return result;
    },
    separate: (limits) => connectionsOf(openPool(limits)),
    connection: source,
    async close() {
      await close();
      await embedded?.close();
    },
  };
}

/** A transaction took too long and was rolled back. */
export class TransactionTimeoutError extends Error {
  override readonly name = 'TransactionTimeoutError';

  constructor(ms: number) {
    super(`The transaction was not ready to be committed within ${ms} ms.`);
  }
}

function requireInTime(
  begun: number,
  { transactionMs = Number.POSITIVE_INFINITY }: Partial<Timeouts> = {},
): void {
  if (performance.now() - begun > transactionMs) throw new TransactionTimeoutError(transactionMs);
}

function connectionsOf(pool: PostgresPool): Connections {
  const kysely = new Kysely<Tables>({ dialect: new CamelCaseDialect({ pool }) });
  return {
    kysely,
    async executeTogether(statements) {
      const client = (await pool.connect()) as PostgresPoolClient & StatementClient;
      try {
        const results = await client.executeTogether(
          statements.map(({ sql: text, parameters: values }) => ({ text, values })),
        );
        return results.map(({ rows }) => rows);
      } finally {
        client.release();
      }
    },
    close: () => kysely.destroy(),
  };
}

/** Cancels statements through another connection. Behind a pooler, a connection's process ID is not PostgreSQL's. */
function cancelBy(source: ConnectionSource): Cancel {
  const Client = createClientClass(source);
  return async (running, isOver) => {
    const { processID } = running as PostgresPoolClient & { processID: number };
    const client = new Client({ connectionTimeoutMillis });
    await client.connect();
    try {
      if (!isOver()) await client.query('select pg_cancel_backend($1)', [processID]);
    } finally {
      await client.end();
    }
  };
}

const noTimeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((name) => `set ${name} = 0`)
  .join('; ');

/** Checks the server and migrates, on a separate connection without time-outs, because migrations can take long. */
async function prepare(source: ConnectionSource, options: DatabaseOptions): Promise<void> {
  const Client = createClientClass(source);
  const client = new Client({ connectionTimeoutMillis, ...startUpParameters(options) });
  await client.connect();
  try {
    // A pooler would keep these settings for the next client of the connection.
    if (options.preparedStatements ?? true) await client.query(noTimeouts);
    await checkServer(client);
    if (options.migrate ?? true) await migrate(client, await readMigrations());
  } finally {
    await client.end();
  }
}

function applySettings(
  builder: TransactionBuilder<Tables>,
  { isolationLevel, accessMode }: TransactionSettings,
): TransactionBuilder<Tables> {
  const isolated = isolationLevel ? builder.setIsolationLevel(isolationLevel) : builder;
  return accessMode ? isolated.setAccessMode(accessMode) : isolated;
}

/** Creates the database, owned by the service's role. Changes the owner of one that an earlier version created as superuser. */
async function createDatabase(embedded: EmbeddedPostgres): Promise<void> {
  const { user } = embedded.address();
  await asAdministrator(embedded, 'postgres', async (client) => {
    try {
      await client.query(`create database ${embeddedDatabase} owner ${user}`);
    } catch (error) {
      // Already exists (42P04), or is being created by another process (23505).
      if (!(error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
    }
  });
  await asAdministrator(embedded, embeddedDatabase, (client) => client.query(takeOver(user)));
}

/** Identity sequences follow their tables. The database's owner changes last, so that an interrupted attempt is repeated. */
const takeOver = (role: string) => `
  do $$
  declare name regclass;
  begin
    if (select datdba from pg_database where datname = current_database()) = '${role}'::regrole then
      return;
    end if;
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') loop
      execute format('alter table %s owner to ${role}', name);
    end loop;
    execute format('alter database %I owner to ${role}', current_database());
  end $$`;

async function asAdministrator(
  embedded: EmbeddedPostgres,
  database: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const { applicationName } = embedded;
  const client = new pg.Client({ ...embedded.administrator(), database, application_name: applicationName });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
