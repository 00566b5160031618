import pg from 'pg';
import { type PreparedStatement, StatementQuery } from './statement-query.ts';

/** Statements a process prepares at most; each costs memory in every connection. What comes later is sent unnamed. */
const maxPreparedStatements = 500;

/** A statement with more inserts several rows: there is one for each number of them, and hardly any is sent twice. */
const maxPreparedParameters = 100;

/** Prepares each text of a statement under a short name, up to a bound. Shared by the connections of a pool. */
export interface PreparedStatements {
  /** The statement of the text, or undefined for "send it unnamed". */
  get(text: string): PreparedStatement | undefined;
  /** Takes the name away, so that the next use is parsed anew under another. */
  forget(text: string): void;
}

export function createPreparedStatements(limit = maxPreparedStatements): PreparedStatements {
  const statements = new Map<string, PreparedStatement>();
  let count = 0;
  return {
    get(text) {
      const known = statements.get(text);
      if (known !== undefined || statements.size >= limit) return known;
      count += 1;
      const statement = { name: `s${count}` };
      statements.set(text, statement);
      return statement;
    },
    forget: (text) => void statements.delete(text),
  };
}

/** A migration changed the columns under a prepared statement: PostgreSQL asks to parse it anew. */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
  );
}

/** Where to connect; asked anew for every connection, since an embedded PostgreSQL moves when it is started again. */
export type ConnectionSource = () => pg.ClientConfig;

/**
 * A `pg.Client` class whose statements with parameters are prepared by name, unless `statements` is absent (poolers such
 * as PgBouncer hand one connection to many clients, and these would meet each other's names). Sessions run in UTC.
 */
export function createClientClass(
  source: ConnectionSource,
  statements?: PreparedStatements,
): typeof pg.Client {
  return class StatementClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === 'string' ? { connectionString: config } : config), ...source() });
      // A connection that breaks while somebody holds it fails the statement; unheard, the event would end Node.
      this.on('error', () => {});
    }

    /** Start-up parameters, which poolers keep for each of their clients, unlike a later `set`. */
    getStartupConf(): Record<string, string> {
      const inherited: unknown = Reflect.get(pg.Client.prototype, 'getStartupConf');
      const parameters = typeof inherited === 'function' ? inherited.call(this) : {};
      return { ...parameters, TimeZone: 'UTC', DateStyle: 'ISO' };
    }

    // Stands for all overloads of `query`; only `(text, values)`, which Kysely uses, is changed.
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
