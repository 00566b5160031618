import pg from 'pg';
import { LeastRecentlyUsedMap } from '../least-recently-used.ts';
import { StatementBatch } from './statement-batch.ts';
import { type PreparedStatement, StatementQuery } from './statement-query.ts';

/**
 * Maximum number of prepared statements per connection, because they use memory of the server. Callers choose the combinations of
 * filters, so a new statement replaces the least recently used one: no caller can evict statements in use.
 */
const maxPreparedStatements = 500;

/** Statements with more parameters insert several rows. Their text depends on the number of rows, so they are rarely reused. */
const maxPreparedParameters = 100;

/**
 * Sent unnamed, so that PostgreSQL plans them with their values. For an unknown pattern, it expects few matches and plans to sort
 * all of them.
 */
const searchesPattern = / i?like \$\d/;

/** Assigns short names to the statements of a connection. */
class PreparedStatements {
  readonly #byText = new LeastRecentlyUsedMap<string, PreparedStatement>(maxPreparedStatements);
  #count = 0;
  /** The names of statements that the server may still know. */
  #forgotten: string[] = [];

  /** Returns the statement of the text, or undefined if it must be sent unnamed. */
  get(text: string): PreparedStatement | undefined {
    const known = this.#byText.get(text);
    if (known || searchesPattern.test(text)) return known;
    this.#count += 1;
    const statement: PreparedStatement = { name: `s${this.#count}`, replaces: [] };
    const replaced = this.#byText.add(text, statement);
    // A replaced statement that was never sent has not closed the one that it replaced.
    statement.replaces = [...this.#forgotten, ...(replaced ? [replaced.name, ...replaced.replaces] : [])];
    this.#forgotten = [];
    return statement;
  }

  /** Removes the name, so that the next use is prepared under a new one. */
  forget(text: string): void {
    const statement = this.#byText.get(text);
    if (statement) this.#forgotten.push(statement.name, ...statement.replaces);
    this.#byText.delete(text);
  }
}

/** Whether a migration has changed the columns of a prepared statement, so that it must be prepared again. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** Returns the server to connect to. Called for every connection, since the address of an embedded PostgreSQL can change. */
export type ConnectionSource = () => pg.ClientConfig;

/** A statement with its values. */
export interface StatementText {
  text: string;
  values: readonly unknown[];
}

/** How Kysely begins and ends transactions. */
const begins = /^(begin|start transaction)/;
const ends = /^(commit|rollback)$/;
const nothing: Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'> = { command: '', rowCount: 0, rows: [] };

/** A client of `createClientClass`. */
export interface StatementClient extends pg.Client {
  /**
   * Executes statements in one round trip and one transaction. If one fails, none takes effect, and all reject with its error.
   */
  executeTogether(statements: readonly StatementText[]): Promise<pg.QueryResult[]>;
}

export interface ClientOptions {
  /** Whether to name statements with parameters. Default: false. */
  preparedStatements?: boolean;
  /** Settings of the sessions, as start-up parameters. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Returns a `pg.Client` class that can use named prepared statements for statements with parameters. By default, it
 * sends them unnamed: clients of poolers such as PgBouncer share connections, so names would clash. Sessions run in UTC.
 */
export function createClientClass(
  source: ConnectionSource,
  { preparedStatements = false, settings }: ClientOptions = {},
): typeof pg.Client {
  return class extends pg.Client implements StatementClient {
    readonly #statements = preparedStatements ? new PreparedStatements() : undefined;
    /** Begins a transaction in the round trip of its first statement. */
    #begin: StatementText | undefined;

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
      if (values.length === 0 && begins.test(text)) {
        this.#begin = { text, values };
        return Promise.resolve(nothing) as never;
      }
      if (this.#begin && ends.test(text)) {
        // A transaction without statements is never begun.
        this.#begin = undefined;
        return Promise.resolve(nothing) as never;
      }
      if (this.#begin) return this.executeTogether([{ text, values }]).then(([result]) => result) as never;
      const { query, result } = this.#statement(text, values);
      super.query(query);
      return result as never;
    }

    async executeTogether(statements: readonly StatementText[]): Promise<pg.QueryResult[]> {
      const all = this.#begin ? [this.#begin, ...statements] : statements;
      const queries = all.map(({ text, values }) => this.#statement(text, [...values]));
      this.#begin = undefined;
      super.query(new StatementBatch(queries.map(({ query }) => query)) as unknown as pg.Submittable);
      const results = await Promise.all(queries.map(({ result }) => result));
      return results.slice(all.length - statements.length);
    }

    #statement(text: string, values: unknown[]): { query: StatementQuery; result: Promise<pg.QueryResult> } {
      const isPrepared = values.length > 0 && values.length <= maxPreparedParameters;
      const prepared = isPrepared ? this.#statements?.get(text) : undefined;
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
      const query = new StatementQuery({ text, values, prepared }, (error, result) => {
        if (!error) return resolve(result);
        if (prepared && isStalePlan(error)) this.#statements?.forget(text);
        reject(error);
      });
      return { query, result: promise };
    }
  };
}
