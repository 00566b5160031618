import pg from 'pg';

/** Statements a process prepares at most; each costs memory in every connection. What comes later is sent unnamed. */
const maxPreparedStatements = 500;

/** Gives each text of a statement a short name, up to a bound. Shared by the connections of a pool. */
export interface StatementNames {
  /** The name of the text, or undefined for "send it unnamed". */
  get(text: string): string | undefined;
  /** Takes the name away, so that the next use is parsed anew under another. */
  forget(text: string): void;
}

export function createStatementNames(limit = maxPreparedStatements): StatementNames {
  const names = new Map<string, string>();
  let count = 0;
  return {
    get(text) {
      const known = names.get(text);
      if (known !== undefined || names.size >= limit) return known;
      count += 1;
      const name = `s${count}`;
      names.set(text, name);
      return name;
    },
    forget: (text) => void names.delete(text),
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
 * A `pg.Client` class that prepares parametrised statements by name, unless `names` is absent (poolers such as
 * PgBouncer hand one connection to many clients, and these would meet each other's names). Sessions run in UTC.
 */
export function createClientClass(source: ConnectionSource, names?: StatementNames): typeof pg.Client {
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
      const plain = () => Reflect.apply(super.query, this, parameters) as never;
      if (!names || typeof text !== 'string' || !Array.isArray(values) || callback) return plain();
      if (values.length === 0) return plain();
      const name = names.get(text);
      if (name === undefined) return plain();
      return super.query({ name, text, values }).catch((error: unknown) => {
        if (isStalePlan(error)) names.forget(text);
        throw error;
      }) as never;
    }
  };
}
