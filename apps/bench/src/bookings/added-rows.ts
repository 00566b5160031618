import type pg from 'pg';
import { withDatabaseClient } from '../process/database-client.ts';

/** A row, with the values of its columns as texts. */
export interface AddedRow {
  table: string;
  columns: string[];
  values: (string | null)[];
}

/** Tables with the columns that an insert can name. */
const insertable = `
  select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'company_id')
    and not (a.attidentity <> '' and c.relname = any($1))
  group by c.relname`;

/** Their ids are given by the database, and nothing refers to them. */
const numbered = ['booking_log'];

type Rows = Map<string, { columns: string[]; rows: Map<string, (string | null)[]> }>;

async function rowsOf(client: pg.Client, companyId: string): Promise<Rows> {
  const { rows: tables } = await client.query<{ table: string; columns: string[] }>(insertable, [numbered]);
  const all: Rows = new Map();
  for (const { table, columns } of tables) {
    const texts = columns.map((column) => `${column}::text`).join(', ');
    const { rows } = await client.query({
      text: `select ${texts} from ${table} where company_id = $1`,
      values: [companyId],
      rowMode: 'array',
    });
    all.set(table, { columns, rows: new Map(rows.map((row) => [JSON.stringify(row), row])) });
  }
  return all;
}

/** Referenced tables first. */
const order = ['booking', 'booking_log', 'link', 'webhook_event', 'webhook_delivery', 'mail'];

/** Returns the rows that some work adds to a company, in an order in which they can be inserted. @throws Error for rows of other tables */
export function addedRows(
  databaseUrl: string,
  companyId: string,
  work: () => Promise<unknown>,
): Promise<AddedRow[]> {
  return withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    const before = await rowsOf(client, companyId);
    await work();
    const after = await rowsOf(client, companyId);
    const grown = [...after].filter(([table, { rows }]) => rows.size !== before.get(table)?.rows.size);
    const unknown = grown.filter(([table]) => !order.includes(table));
    if (unknown.length > 0) throw new Error(`Rows in other tables: ${unknown.map(([table]) => table)}`);
    const added = grown.flatMap(([table, { columns, rows }]) =>
      [...rows]
        .filter(([key]) => !before.get(table)?.rows.has(key))
        .map(([, values]): AddedRow => ({ table, columns, values })),
    );
    return added.sort((a, b) => order.indexOf(a.table) - order.indexOf(b.table));
  });
}
