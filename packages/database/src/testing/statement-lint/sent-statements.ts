import pg from 'pg';
import { StatementQuery } from '../../statement-query.ts';

/** An option of connections by which tests arrange and look; what they send is no statement of the code under test. */
export const ofTest = '-c pv_planning.sender=test';

const sent = new Set<string>();
let isWatching = false;

/** From now on, takes down what this process sends through `openDatabase`. */
export function watchStatements(): void {
  if (isWatching) return;
  isWatching = true;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function watched(this: pg.Client, ...parameters: unknown[]): never {
    const [statement] = parameters;
    if (statement instanceof StatementQuery && !isOfTest(this))
      sent.add(String(Reflect.get(statement, 'text')));
    return Reflect.apply(query, this, parameters) as never;
  };
}

function isOfTest(client: pg.Client): boolean {
  const { options } = Reflect.get(client, 'connectionParameters') as { options?: string };
  return options?.includes(ofTest) ?? false;
}

/** What was sent since it was last asked for. */
export function sentStatements(): string[] {
  const statements = [...sent];
  sent.clear();
  return statements;
}
