import type { CompiledQuery, PostgresPool, PostgresPoolClient } from 'kysely';
import type { QueryResult } from 'pg';
import type { StatementClient } from './statement-client.ts';

export type StatementResult = Pick<QueryResult<Record<string, unknown>>, 'rows' | 'rowCount'>;

/** Statements that a transaction executes in the round trip of its COMMIT. */
export interface AtCommit {
  /** Called when the work of the transaction is done, and again after each retry. */
  statements(): readonly CompiledQuery[];
  /** Called after the commit, with the results of the statements. */
  committed(results: readonly StatementResult[]): void;
}

/** Wraps a pool for one transaction, whose statements at the commit are executed with COMMIT. */
export function poolWithStatementsAtCommit(
  pool: PostgresPool,
  statements: () => readonly CompiledQuery[],
  executed: (results: readonly StatementResult[]) => void,
): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = (await pool.connect()) as PostgresPoolClient & StatementClient;
      const commit = async (text: string) => {
        const last = statements();
        if (last.length === 0) return client.query(text, []);
        const results = await client.executeTogether([
          ...last.map(({ sql, parameters }) => ({ text: sql, values: parameters })),
          { text, values: [] },
        ]);
        executed(results.slice(0, last.length));
        return results[last.length];
      };
      return {
        query: ((text: string, values: readonly unknown[]) =>
          text === 'commit' ? commit(text) : client.query(text, values)) as PostgresPoolClient['query'],
        release: client.release.bind(client),
      };
    },
  };
}
