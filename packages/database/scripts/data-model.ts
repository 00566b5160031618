import { type Kysely, sql } from 'kysely';
import type { Tables } from '../src/tables.ts';

interface Reference {
  table: string;
  target: string;
  /** Names of the columns beside the company. */
  columns: string[];
  nullable: boolean;
  unique: boolean;
}

/** Returns docs/data-model.md: the tables and the references between them, as a Mermaid drawing. */
export async function dataModel(kysely: Kysely<Tables>): Promise<string> {
  const { rows: references } = await sql<Reference>`
    select source.relname as table, target.relname as target,
           array_agg(a.attname::text order by k.place) filter (where a.attname <> 'company_id') as columns,
           bool_or(not a.attnotnull) as nullable,
           exists (select from pg_index as i where i.indrelid = source.oid and i.indisunique and i.indpred is null
                      and i.indkey::int2[] <@ c.conkey and c.conkey <@ i.indkey::int2[]) as unique
      from pg_constraint as c
      join pg_class as source on source.oid = c.conrelid
      join pg_class as target on target.oid = c.confrelid
      cross join unnest(c.conkey) with ordinality as k (number, place)
      join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = k.number
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace and source.relispartition is not true
     group by c.oid, c.conkey, source.oid, source.relname, target.relname
     order by 1, 2, c.conname`.execute(kysely);
  const { rows: tables } = await sql<{ name: string; ofCompany: boolean }>`
    select t.relname as name, exists (select from pg_attribute as a where a.attrelid = t.oid and a.attname = 'company_id') as "ofCompany"
      from pg_class as t
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
     order by 1`.execute(kysely);
  const drawn = references.filter(({ target }) => target !== 'company');
  const lines = drawn.map(
    ({ table, target, columns, nullable, unique }) =>
      `  ${target} ${nullable ? '|o' : '||'}--${unique ? 'o|' : 'o{'} ${table} : "${columns.join(', ')}"`,
  );
  const named = new Set(drawn.flatMap(({ table, target }) => [table, target]));
  const others = tables.filter(({ name, ofCompany }) => ofCompany && !named.has(name));
  const common = tables.filter(({ name, ofCompany }) => !ofCompany && !named.has(name));
  const listed = (list: { name: string }[]) => list.map(({ name }) => `- \`${name}\``).join('\n');
  return `<!-- Generated from packages/database/migrations by "npm run generate". Do not edit. -->
# Data model

Every row belongs to a company: \`company_id\` leads each primary key and each reference, and is not drawn.

\`\`\`mermaid
erDiagram
${lines.join('\n')}
\`\`\`

Tables of a company without references to others:

${listed(others)}

Tables without a company:

${listed(common)}
`;
}
