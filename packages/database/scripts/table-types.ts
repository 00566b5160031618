import { type Kysely, sql } from 'kysely';
import { propertyName } from '../src/names.ts';
import type { Tables } from '../src/tables.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** Not null, but an INSERT can omit it. */
  hasDefault: boolean;
  /** Computed from other columns. */
  isComputed: boolean;
}

/** TypeScript types of values as parsed by `src/connections/type-parsers.ts`. */
const valueTypes: Readonly<Record<string, string>> = {
  bigint: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  json: 'JsonObject',
  numeric: 'number',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Timestamp',
  uuid: 'string',
};

/** Types of json columns that do not contain an object. */
const jsonTypes: Readonly<Record<string, string>> = {
  'company_texts.payment_plan': 'JsonArray | null',
  'roof.obstacles': 'JsonArray',
  'project.existing_systems': 'JsonArray',
  'offer_request.roofs': 'JsonArray',
  'offer.vat_breakdown': 'JsonArray',
  'offer_line.strings': 'JsonArray | null',
  'schedule_override.ranges': 'JsonArray',
};

/** Tables without a company, and those of webhook delivery, whose types are in `src/webhook-tables.ts`. */
const notGenerated = /^(schema_migration|secret_key|webhook_.*)$/;

/** Returns TypeScript source with the types of all tables, in TypeScript and in SQL. */
export async function tableTypes(kysely: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Column>`
    select t.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
           a.attnotnull and (a.atthasdef or a.attidentity <> '') as has_default, a.attgenerated <> '' as is_computed
      from pg_class as t join pg_attribute as a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
     order by t.oid, a.attnum`.execute(kysely);
  const columns = rows.filter(({ table }) => !notGenerated.test(table));
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  const names = tables.map(([table]) => `  '${table}',\n`);
  const sqlTypes = tables.map(([table, columns]) => {
    const lines = columns.map(
      ({ name, type }) =>
        `    ${propertyName(name)}: '${type.replace('timestamp with time zone', 'timestamptz')}',\n`,
    );
    return `  ${propertyName(table)}: {\n${lines.join('')}  },\n`;
  });
  const types = tables.map(([table, columns]) => {
    return `  ${propertyName(table)}: {\n${columns.map(property).join('')}  };\n`;
  });
  return `// Generated from migrations/ by "npm run generate". Do not edit.
import type { Generated, GeneratedAlways } from 'kysely';
import type { JsonArray, JsonObject, Timestamp } from '../column-types.ts';

/** Names in SQL. */
export const tableNames = [
${names.join('')}] as const;

/** Types of the columns in SQL. */
export const columnTypes = {
${sqlTypes.join('')}} as const;

export interface ResourceTables {
${types.join('')}}
`;
}

function property({ table, name, type, nullable, hasDefault, isComputed }: Column): string {
  return `    ${propertyName(name)}: ${jsonTypes[`${table}.${name}`] ?? columnType()};\n`;

  function columnType(): string {
    const value = valueTypes[type];
    if (value === undefined) throw new Error(`No TypeScript type is defined for ${type} (${table}.${name}).`);
    if (isComputed) return `GeneratedAlways<${value}>`;
    if (hasDefault) return `Generated<${value}>`;
    return nullable ? `${value} | null` : value;
  }
}
