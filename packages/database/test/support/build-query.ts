import { expressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { CompanyQueries, CompanyTables } from '../../src/index.ts';
import {
  type ConditionSpec,
  labels,
  type QuerySpec,
  type SourceSpec,
  type TableName,
} from './random-queries.ts';

type Row = { id: string; label: string };
type Query = SelectQueryBuilder<CompanyTables, never, Row>;
type Creator = Pick<CompanyQueries, 'selectFrom' | 'with' | 'withRecursive'>;
type Names = ReadonlySet<string>;
type Source = { alias: string; label: string };

const plain: QuerySpec = { names: [], recursive: false, sources: [], joins: [], where: null, union: null };

/** Builds the query with Kysely; `known` contains the names of the common table expressions in scope. */
export function buildQuery(db: Creator, spec: QuerySpec, known: Names = new Set(), depth = 0): Query {
  const { creator, names } = defineNames(db, spec, known, depth);
  const sources: Source[] = [];

  /** If outer names are visible, a subquery is built with the expression builder, because the root knows only tables. */
  function subquery(query: QuerySpec): Query {
    if (names.size === 0) return buildQuery(db, query, names, depth + 1);
    return buildQuery(expressionBuilder() as unknown as Creator, { ...query, names: [] }, names, depth + 1);
  }

  function source(from: SourceSpec): never {
    const alias = `t${depth}_${sources.length}`;
    sources.push({ alias, label: labelOf(from, names) });
    return ('query' in from ? subquery(from.query).as(alias) : `${nameOf(from, names)} as ${alias}`) as never;
  }

  function condition(on: ConditionSpec): never {
    return buildCondition(on, sources.at(-1) ?? { alias: '', label: '' }, subquery) as never;
  }

  let query = creator.selectFrom(spec.sources.map(source) as never) as unknown as Query;
  for (const { kind, source: joined, on } of spec.joins) {
    const table = source(kind === 'lateral' ? asQuery(joined) : joined);
    query = joinTo(query, kind, table, () => condition(on));
  }
  if (spec.where) query = query.where(condition(spec.where));
  const [first = { alias: '', label: '' }] = sources;
  const selected = query
    .distinct()
    .select([
      sql<string>`${sql.ref(`${first.alias}.id`)}::text`.as('id'),
      sql<string>`${sql.ref(`${first.alias}.${first.label}`)}`.as('label'),
    ]) as unknown as Query;
  return spec.union ? selected.union(subquery({ ...spec.union, names: [] })) : selected;
}

function defineNames(
  db: Creator,
  spec: QuerySpec,
  known: Names,
  depth: number,
): { creator: Creator; names: Names } {
  const defined = new Map(spec.names.map(({ name, query }) => [name, query]));
  const names = new Set(spec.recursive ? [...known, ...defined.keys()] : known);
  let creator = db;
  for (const [name, query] of defined) {
    const visible = new Set(names);
    const expression = (inner: unknown) => buildQuery(inner as Creator, query, visible, depth + 1);
    const next = spec.recursive ? creator.withRecursive(name, expression) : creator.with(name, expression);
    creator = next as unknown as Creator;
    names.add(name);
  }
  return { creator, names };
}

function joinTo(
  query: Query,
  kind: QuerySpec['joins'][number]['kind'],
  table: never,
  condition: () => never,
): Query {
  const conditional = ((join: { on(expression: never): never }) => join.on(condition())) as never;
  switch (kind) {
    case 'cross':
      return query.crossJoin(table) as unknown as Query;
    case 'inner':
      return query.innerJoin(table, conditional) as unknown as Query;
    case 'left':
      return query.leftJoin(table, conditional) as unknown as Query;
    case 'lateral':
      return query.leftJoinLateral(table, (join) => join.onTrue()) as unknown as Query;
  }
}

export function buildCondition(
  spec: ConditionSpec,
  source: Source,
  subquery: (query: QuerySpec) => Query,
): RawBuilder<boolean> {
  const id = sql`${sql.ref(`${source.alias}.id`)}::text`;
  switch (spec.kind) {
    case 'id':
      return sql`${id} = ${String(spec.value)}`;
    case 'raw':
      return sql`${id} = '1' or true`;
    case 'label':
      return sql`${sql.ref(`${source.alias}.${source.label}`)} like ${`%${spec.text}%`}`;
    case 'exists':
      return sql`exists ${subquery(spec.query)}`;
    case 'in':
      return sql`(${id}, ${sql.ref(`${source.alias}.${source.label}`)}) in ${subquery(spec.query)}`;
    case 'and':
    case 'or': {
      const [left, right] = spec.parts.map((part) => buildCondition(part, source, subquery));
      return sql`(${left} ${sql.raw(spec.kind)} ${right})`;
    }
  }
}

const asQuery = (source: SourceSpec): SourceSpec => ({ query: { ...plain, sources: [source] } });
const nameOf = ({ name }: { name: string }, names: Names) =>
  name === 'extra' && !names.has(name) ? 'site' : name;
const labelOf = (source: SourceSpec, names: Names) =>
  'query' in source || names.has(source.name) ? 'label' : labels[nameOf(source, names) as TableName];
