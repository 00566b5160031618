import { type EmbeddedPostgres, startEmbeddedPostgres } from '@pv-planning/embedded-postgres';
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import { CamelCaseDialect } from './camel-case-dialect.ts';
import { type CompanyQueries, withinCompany } from './company-scope.ts';
import { migrate, readMigrations } from './migrate.ts';
import { connectionTimeoutMillis, createPool, healing, type PoolLimits, startUpParameters } from './pool.ts';
import { retryCollisions } from './retry.ts';
import { checkServer } from './server-check.ts';
import { type ConnectionSource, createClientClass } from './statement-client.ts';
import type { Tables } from './tables.ts';

/** Name of the database inside an embedded PostgreSQL. */
const embeddedDatabase = 'pv_planning';

export type DatabaseOptions = DatabasePlace &
  PoolLimits & {
    /**
     * Statements are prepared by name unless false, as behind PgBouncer in transaction mode. Then there are no `timeouts`
     * either: connections are handed on from one client to another, and the limits of the pooler hold.
     */
    preparedStatements?: boolean;
    /** Brings the schema up to date unless false. */
    migrate?: boolean;
    /** Calls the opening off; of no effect afterwards. A migration under way is finished. */
    signal?: AbortSignal | undefined;
    /** Told of connections lost while idle, as in a restart of PostgreSQL. They are replaced; this is for the log. */
    onConnectionLost?: (error: Error) => void;
  };

type DatabasePlace =
  | {
      /** A PostgreSQL server, 15 or newer: `postgresql://user:password@host:port/database`. */
      url: string;
    }
  | {
      /** A directory for the embedded PostgreSQL, made when missing. */
      dataDir: string;
    };

export interface TransactionSettings {
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable';
  accessMode?: 'read only' | 'read write';
}

export interface Database {
  /** Every company's rows: for administration and delivery only. */
  readonly kysely: Kysely<Tables>;
  /** Queries that see and write this company's rows alone. */
  forCompany(companyId: string): CompanyQueries;
  /**
   * Runs `work` in one transaction inside the company. When the transaction collides with another (serialization
   * failure, deadlock) it is rolled back and `work` runs again: it must do nothing outside the database. The second
   * parameter is the transaction itself, outside the company's scope, for what takes part in it: the outbox of events.
   */
  transaction<T>(
    companyId: string,
    work: (queries: CompanyQueries, transaction: Transaction<Tables>) => Promise<T>,
    settings?: TransactionSettings,
  ): Promise<T>;
  /** Connections apart from these, so that neither work waits for those of the other. Close it first. */
  separate(limits: PoolLimits): Connections;
  /** For a connection that no pool can lend, such as one that listens. To be asked each time: an embedded PostgreSQL moves. */
  readonly connection: () => pg.ClientConfig;
  /** Waits for running queries, then disconnects; the last process to leave an embedded PostgreSQL stops it. */
  close(): Promise<void>;
}

/** Every company's rows, through a pool of its own. */
export interface Connections {
  readonly kysely: Kysely<Tables>;
  /** Waits for running queries, then disconnects. */
  close(): Promise<void>;
}

/**
 * Connects to a server or starts the embedded PostgreSQL (or joins the one that runs), and brings the schema up to date.
 * @throws Error saying what to do: unreachable or unfit server, changed migration, data directory that cannot be used;
 *   the signal's reason when the opening is called off, with nothing left running
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
  const separate = (limits: PoolLimits): Connections => {
    const pool = createPool({ ...limits, source, preparedStatements, onIdleError: onConnectionLost });
    const kysely = new Kysely<Tables>({
      dialect: new CamelCaseDialect({ pool: embedded ? healing(pool, embedded) : pool }),
    });
    return { kysely, close: () => kysely.destroy() };
  };
  await prepare(source, options);
  options.signal?.throwIfAborted();
  const { kysely, close } = separate(options);
  return {
    kysely,
    forCompany: (companyId) => withinCompany(kysely, companyId),
    transaction: (companyId, work, settings = {}) =>
      retryCollisions(() =>
        applySettings(kysely.transaction(), settings).execute((transaction) =>
          work(withinCompany(transaction, companyId), transaction),
        ),
      ),
    separate,
    connection: source,
    async close() {
      await close();
      await embedded?.close();
    },
  };
}

const noTimeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((name) => `set ${name} = 0`)
  .join('; ');

/** On a connection of its own, opened like the others, but without time-outs: a migration takes as long as it takes. */
async function prepare(source: ConnectionSource, options: DatabaseOptions): Promise<void> {
  const Client = createClientClass(source);
  const client = new Client({ connectionTimeoutMillis, ...startUpParameters(options) });
  await client.connect();
  try {
    // A pooler would keep these settings for whoever gets its connection next.
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

async function createDatabase(embedded: EmbeddedPostgres): Promise<void> {
  const client = new pg.Client({
    ...embedded.address(),
    database: 'postgres',
    application_name: embedded.applicationName,
  });
  await client.connect();
  try {
    await client.query(`create database ${embeddedDatabase}`);
  } catch (error) {
    // Made before (42P04), or at this moment by another process (23505).
    if (!(error instanceof pg.DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end();
  }
}
