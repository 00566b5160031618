import * as fc from 'fast-check';

/** Tables of the queries, each with the column that identifies its rows in assertions. */
export const labels = { site: 'name', customer: 'lastName', project: 'name', roof: 'name' } as const;
export type TableName = keyof typeof labels;
const tableNames = Object.keys(labels) as TableName[];

/** A query with two columns, id and label. Common table expressions often have the name of a table. */
export interface QuerySpec {
  names: { name: string; query: QuerySpec }[];
  recursive: boolean;
  sources: SourceSpec[];
  joins: { kind: 'inner' | 'left' | 'cross' | 'lateral'; source: SourceSpec; on: ConditionSpec }[];
  where: ConditionSpec | null;
  union: QuerySpec | null;
}

export type SourceSpec = { name: string } | { query: QuerySpec };

export type ConditionSpec =
  | { kind: 'id'; value: number }
  | { kind: 'raw' }
  | { kind: 'label'; text: string }
  | { kind: 'exists' | 'in'; query: QuerySpec }
  | { kind: 'and' | 'or'; parts: [ConditionSpec, ConditionSpec] };

const leafCondition: fc.Arbitrary<ConditionSpec> = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map((value) => ({ kind: 'id' as const, value })),
  fc.constant({ kind: 'raw' as const }),
  fc.constantFrom('Süd', 'Vogt', 'project').map((text) => ({ kind: 'label' as const, text })),
);

function conditionOf(query: fc.Arbitrary<QuerySpec> | undefined): fc.Arbitrary<ConditionSpec> {
  const both = fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    parts: fc.tuple(leafCondition, leafCondition),
  });
  if (!query) return fc.oneof(leafCondition, both);
  return fc.oneof(
    leafCondition,
    both,
    fc.record({ kind: fc.constantFrom('exists' as const, 'in' as const), query }),
  );
}

/** Queries with nested queries, up to `depth`. */
function queryOf(depth: number): fc.Arbitrary<QuerySpec> {
  const inner = depth > 0 ? queryOf(depth - 1) : undefined;
  const named: fc.Arbitrary<SourceSpec> = fc.constantFrom(...tableNames, 'extra').map((name) => ({ name }));
  const source = inner
    ? fc.oneof(
        { weight: 3, arbitrary: named },
        inner.map((query) => ({ query })),
      )
    : named;
  const condition = conditionOf(inner);
  return fc.record({
    names: inner
      ? fc.array(fc.record({ name: fc.constantFrom(...tableNames, 'extra'), query: inner }), { maxLength: 2 })
      : fc.constant([]),
    recursive: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 4),
    sources: fc.array(source, { minLength: 1, maxLength: 2 }),
    joins: fc.array(
      fc.record({ kind: fc.constantFrom('inner', 'left', 'cross', 'lateral'), source, on: condition }),
      { maxLength: 1 },
    ),
    where: fc.option(condition),
    union: inner ? fc.option(inner, { freq: 2 }) : fc.constant(null),
  });
}

export const anyQuery = queryOf(2);

/** A statement that changes rows of one table, selected by a condition, by the rows of another query, or not at all. */
export interface ChangeSpec {
  kind: 'update' | 'delete' | 'insert';
  table: TableName;
  from: QuerySpec | null;
  where: ConditionSpec | null;
  /** The name of the common table expression that contains the change. */
  within: TableName | null;
}

export const anyChange: fc.Arbitrary<ChangeSpec> = fc.record({
  kind: fc.constantFrom('update', 'delete', 'insert'),
  table: fc.constantFrom(...tableNames),
  from: fc.option(queryOf(1)),
  where: fc.option(conditionOf(queryOf(1))),
  within: fc.option(fc.constantFrom(...tableNames)),
});
