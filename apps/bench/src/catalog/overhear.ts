import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MaterialList } from '@pv-planning/contract';
import type pg from 'pg';
import type { ServerProcess } from '../process/server-process.ts';
import type { Statement } from '../process/statement-probe.ts';
import type { SearchCase } from './search-cases.ts';

/** A search as it is sent to the service, and as the service sends it to the database. */
export interface Search {
  path: string;
  statement: pg.QueryConfig;
}

/**
 * Lets the service search, and takes down its statements.
 *
 * @param service answers with its last statement about products
 * @throws Error when a statement, run alone, does not find what the service answered
 */
export async function overhear(
  service: ServerProcess,
  headers: Record<string, string>,
  client: pg.Client,
  { paths }: SearchCase,
): Promise<Search[]> {
  const searches: Search[] = [];
  for (const path of paths) {
    const response = await fetch(service.url + path, { headers });
    const { total, data } = (await response.json()) as MaterialList;
    const { text, values } = (await service.ask({})) as Statement;
    // Named by the text, as in the service: the planner learns from what ran under a name before.
    const statement = { name: createHash('md5').update(text).digest('hex'), text, values };
    const { rows } = await client.query(statement);
    const expected = data.map(({ id, name: label }) => [String(total), id, label]);
    const actual = rows.map((row) => [row.total, row.id, row.name]);
    if (total === 0 || !isDeepStrictEqual(actual, expected)) {
      throw new Error(`GET ${path} answers ${total} products, its statement ${JSON.stringify(actual)}.`);
    }
    searches.push({ path, statement });
  }
  return searches;
}
