import pg from 'pg';
import { type PreparedStatement, StatementQuery } from './statement-query.ts';

/** Maximum number of prepared statements; each uses memory in every connection. Further statements are sent unnamed. */
const maxPreparedStatements = 500;

/** Statements with more parameters insert several rows. Their text depends on the number of rows, so they are rarely reused. */
const maxPreparedParameters = 100;

/**
 * Sent unnamed, so that PostgreSQL plans them with their values. With an unknown pattern, it expects few matches and would sort
 * all of them even if there are many.
 */
const searchesPattern = / i?like \$\d/;

/** Assigns a short name to each text of a statement, up to a limit. Shared by the connections of a pool. */
export interface PreparedStatements {
  /** Returns the statement of the text, or undefined if it must be sent unnamed. */
  get(text: string): PreparedStatement | undefined;
  /** Removes the name, so that the next use is prepared under a new one. */
  forget(text: string): void;
}

export function createPreparedStatements(limit = maxPreparedStatements): PreparedStatements {
  const statements = new Map<string, PreparedStatement>();
  let count = 0;
  return {
    get(text) {
      const known = statements.get(text);
      if (known !== undefined || statements.size >= limit || searchesPattern.test(text)) return known;
      count += 1;
      const statement = { name: `s${count}` };
      statements.set(text, statement);
      return statement;
    },
    forget: (text) => void statements.delete(text),
  };
}

/** Whether a migration has changed the columns of a prepared statement, so that it must be prepared again. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** Returns the server to connect to. Called for every connection, since the address of an embedded PostgreSQL can change. */
export type ConnectionSource = () => pg.ClientConfig;

export interface ClientOptions {
  statements?: PreparedStatements;
  /** Settings of the sessions, as start-up parameters. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Returns a `pg.Client` class that uses named prepared statements for statements with parameters. Without `statements`, it
 * sends them unnamed: clients of poolers such as PgBouncer share connections, so names would clash. Sessions run in UTC.
 */
export function createClientClass(
  source: ConnectionSource,
  { statements, settings }: ClientOptions = {},
): typeof pg.Client {
  return class StatementClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === 'string' ? { connectionString: config } : config), ...source() });
      // A broken connection rejects its statement. Without a listener, the event would also end the process.
      this.on('error', () => {});
    }

    /** Adds start-up parameters. Poolers keep these per client, unlike a later `set`. */
    getStartupConf(): Record<string, string> {
      const inherited: unknown = Reflect.get(pg.Client.prototype, 'getStartupConf');
      const parameters = typeof inherited === 'function' ? inherited.call(this) : {};
      return { ...parameters, ...settings, TimeZone: 'UTC', DateStyle: 'ISO' };
    }

    // Implements all overloads of `query`. Only `(text, values)`, which Kysely uses, differs from `pg`.
    override query(...parameters: never[]): never {
      const [text, values, callback]: readonly unknown[] = parameters;
      if (typeof text !== 'string' || !Array.isArray(values) || callback) {
        return Reflect.apply(super.query, this, parameters) as never;
      }
      const isPrepared = values.length > 0 && values.length <= maxPreparedParameters;
      const prepared = isPrepared ? statements?.get(text) : undefined;
      return new Promise((resolve, reject) => {
        const query = new StatementQuery({ text, values, prepared }, (error, result) => {
          if (!error) return resolve(result);
          if (prepared && isStalePlan(error)) statements?.forget(text);
          reject(error);
        });
        super.query(query);
      }) as never;
    }
  };
}
