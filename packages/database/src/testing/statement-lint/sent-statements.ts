import pg from 'pg';
import { StatementBatch } from '../../connections/statement-batch.ts';
import { StatementQuery } from '../../connections/statement-query.ts';

/** A connection option that marks the connections of code under test. */
const underTest = '-c pv_planning.under_test=on';

/** Marks the connections of a URL as those of code under test. Statements of the test itself are not checked. */
export function urlUnderTest(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${options} ${underTest}`.trim());
  return address.href;
}

const sent = new Set<string>();
let isWatching = false;

/** Starts recording the statements that code under test sends in this process through `openDatabase`. */
export function watchStatements(): void {
  if (isWatching) return;
  isWatching = true;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function watched(this: pg.Client, ...parameters: unknown[]): never {
    const [statement] = parameters;
    if (isUnderTest(this)) for (const text of textsOf(statement)) sent.add(text);
    return Reflect.apply(query, this, parameters) as never;
  };
}

/** Returns the texts of a query that was passed to `pg`, which can be a batch of statements. */
export function textsOf(sent: unknown): string[] {
  return statementsOf(sent).map((statement) => String(Reflect.get(statement, 'text')));
}

function statementsOf(sent: unknown): readonly StatementQuery[] {
  if (sent instanceof StatementBatch) return sent.statements;
  return sent instanceof StatementQuery ? [sent] : [];
}

function isUnderTest(client: pg.Client): boolean {
  const { options } = Reflect.get(client, 'connectionParameters') as { options?: string };
  return options?.includes(underTest) ?? false;
}

/** Returns the statements sent since the last call. */
export function sentStatements(): string[] {
  const statements = [...sent];
  sent.clear();
  return statements;
}
