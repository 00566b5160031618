import pg from 'pg';
import { StatementQuery } from '../../statement-query.ts';

/** An option of the connections whose statements are looked at. */
const underTest = '-c pv_planning.under_test=on';

/** The address of a test's database for the code under test; what the test itself sends need not be fit for anything. */
export function urlUnderTest(url: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${options} ${underTest}`.trim());
  return address.href;
}

const sent = new Set<string>();
let isWatching = false;

/** From now on, takes down what code under test sends in this process through `openDatabase`. */
export function watchStatements(): void {
  if (isWatching) return;
  isWatching = true;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function watched(this: pg.Client, ...parameters: unknown[]): never {
    const [statement] = parameters;
    if (statement instanceof StatementQuery && isUnderTest(this))
      sent.add(String(Reflect.get(statement, 'text')));
    return Reflect.apply(query, this, parameters) as never;
  };
}

function isUnderTest(client: pg.Client): boolean {
  const { options } = Reflect.get(client, 'connectionParameters') as { options?: string };
  return options?.includes(underTest) ?? false;
}

/** What was sent since it was last asked for. */
export function sentStatements(): string[] {
  const statements = [...sent];
  sent.clear();
  return statements;
}
