import type { components } from '@pv-planning/contract';
import type { CompanyTables } from '@pv-planning/database';
import {
  type AliasableExpression,
  type ExpressionBuilder,
  type Selectable,
  type SelectExpression,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { fieldNames } from '../contract/contract-document.ts';

type Schemas = components['schemas'];
type TableName = keyof CompanyTables;

/** Whether a field can be read from a column: it has the column's type or a narrower one, and is nullable if the column is. */
type CanBeReadFrom<Column, Value> = [Value] extends [Column]
  ? null extends Column
    ? null extends Value
      ? true
      : false
    : true
  : false;

/** The fields that can be read from a column of the same name. */
type StoredField<Table extends TableName, Row> = {
  [Field in keyof Row]: Field extends keyof Selectable<CompanyTables[Table]>
    ? CanBeReadFrom<Selectable<CompanyTables[Table]>[Field], Row[Field]> extends true
      ? Field
      : never
    : never;
}[keyof Row];

type ComputedField<Table extends TableName, Row> = Exclude<keyof Row, StoredField<Table, Row>>;

type Builder<Table extends TableName> = ExpressionBuilder<CompanyTables, Table>;
type Selections<Table extends TableName> = SelectExpression<CompanyTables, Table>[];

/** Requires an expression for every field and no others, even if there are no fields: the type `{}` would accept anything. */
type Computations<Table extends TableName, Row> = keyof Row extends never
  ? Readonly<Record<string, never>>
  : { readonly [Field in keyof Row]: (builder: Builder<Table>) => AliasableExpression<Row[Field]> };

/** Selects the records of a schema from a table. */
export interface RecordSelection<Table extends TableName, Row, Computed> {
  readonly table: Table;
  /** The fields that are read from columns of the same name. */
  readonly columns: readonly (keyof Row & string)[];
  /** The columns, with null in place of the computed fields. */
  readonly stored: Selections<Table>;
  /** Adds the selection to a query. */
  of(query: SelectQueryBuilder<CompanyTables, Table, object>): SelectQueryBuilder<CompanyTables, Table, Row>;
  /** Never set; only carries the type for the compiler. */
  readonly computed?: Computed;
}

/**
 * Selects the records of a schema of the contract, each field from the column of the same name, in the order of the schema. The
 * compiler requires a computation for every field without such a column. It does not check that the values of a column are valid for
 * the field; the code that writes the column must ensure that.
 *
 * @param added computed fields in addition to those of the schema
 */
export function recordSelection<
  Table extends TableName,
  Schema extends keyof Schemas,
  Added extends object = object,
>(
  table: Table,
  schema: Schema,
  computations: Computations<Table, Pick<Schemas[Schema], ComputedField<Table, Schemas[Schema]>>>,
  added?: { readonly [Field in keyof Added]: (builder: Builder<Table>) => AliasableExpression<Added[Field]> },
): RecordSelection<
  Table,
  Schemas[Schema] & Added,
  Pick<Schemas[Schema], ComputedField<Table, Schemas[Schema]>> & Added
> {
  const computed = new Map<string, (builder: Builder<Table>) => AliasableExpression<unknown>>(
    Object.entries({ ...computations, ...added }),
  );
  const fields = [...new Set([...fieldNames(schema), ...computed.keys()])];
  const all = (builder: Builder<Table>) =>
    fields.map((field) => computed.get(field)?.(builder).as(field) ?? field) as Selections<Table>;
  return {
    table,
    columns: fields.filter((field) => !computed.has(field)) as (keyof Schemas[Schema] & string)[],
    stored: fields.map((field) => (computed.has(field) ? sql`null`.as(field) : field)) as Selections<Table>,
    of: (query) => query.select(all).$castTo<Schemas[Schema] & Added>(),
  };
}
