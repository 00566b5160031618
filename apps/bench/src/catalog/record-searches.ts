import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { ServerProcess } from '../process/server-process.ts';
import type { Statement } from '../process/statement-probe.ts';
import type { SearchCase } from './search-cases.ts';

/** A search as an HTTP request and as the resulting statement. */
export interface Search {
  path: string;
  statement: pg.QueryConfig;
}

/** The parts of a list that are compared. */
interface List {
  total: number;
  data: { id: string }[];
}

/**
 * Runs searches on the service and records their statements.
 *
 * @param service returns the statements that it has sent
 * @param table of the records; its statements are recorded
 * @throws Error if the statement and the service find different records
 */
export async function recordSearches(
  service: ServerProcess,
  headers: Record<string, string>,
  client: pg.Client,
  table: string,
  { paths }: SearchCase,
): Promise<Search[]> {
  const searches: Search[] = [];
  for (const path of paths) {
    const response = await fetch(service.url + path, { headers });
    const { total, data } = (await response.json()) as List;
    const sent = (await service.ask({})) as Statement[];
    const last = sent.findLast(({ text, values }) => text.includes(`"${table}"`) && values.length > 0);
    if (!last) throw new Error(`GET ${path} sends no statement for ${table}.`);
    const { text, values } = last;
    // Named or unnamed as in the service: the planner's choice depends on earlier executions of a prepared statement.
    const name = text.includes(' like ') ? undefined : createHash('md5').update(text).digest('hex');
    const statement = { text, values, ...(name && { name }) };
    const { rows } = await client.query(statement);
    const expected = data.map(({ id }) => [String(total), id]);
    // One extra row shows whether there is a next page.
    const actual = rows.slice(0, data.length).map((row) => [row.total, row.id]);
    if (total === 0 || !isDeepStrictEqual(actual, expected)) {
      throw new Error(`GET ${path} returns ${total} records, its statement ${JSON.stringify(actual)}.`);
    }
    searches.push({ path, statement });
  }
  return searches;
}
