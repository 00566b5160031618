import {
  AliasNode,
  CastNode,
  type ColumnNode,
  DataTypeNode,
  type InsertQueryNode,
  type OnConflictNode,
  type OperationNode,
  PrimitiveValueListNode,
  SelectionNode,
  SelectQueryNode,
  ValueListNode,
  type ValueNode,
  ValuesNode,
} from 'kysely';
import { assertNotCompany, companyColumn } from './predicates.ts';

/** Adds the company to the columns and values of every inserted row, and to the conflict target of an upsert. */
export function insertIntoCompany(node: InsertQueryNode, company: ValueNode): InsertQueryNode {
  for (const column of node.columns ?? []) assertNotCompany(column);
  const { defaultValues, columns = [], values, onConflict, ...rest } = node;
  if (!defaultValues && !node.columns) throw new Error('An insert inside a company must name its columns.');
  return {
    ...rest,
    columns: [companyColumn, ...columns],
    values: values ? withCompany(values, company) : ValuesNode.create([ValueListNode.create([company])]),
    ...(onConflict ? { onConflict: withCompanyAsTarget(onConflict) } : {}),
  };
}

function withCompany(values: OperationNode, company: ValueNode): OperationNode {
  if (ValuesNode.is(values)) {
    return ValuesNode.create(
      values.values.map((row) =>
        PrimitiveValueListNode.is(row)
          ? PrimitiveValueListNode.create([company.value, ...row.values])
          : ValueListNode.create([company, ...row.values]),
      ),
    );
  }
  if (!SelectQueryNode.is(values))
    throw new Error('Inside a company, rows come from values or from a query.');
  if (values.setOperations) throw new Error('A union cannot be inserted inside a company: select from it.');
  const selected = AliasNode.create(
    CastNode.create(company, DataTypeNode.create('bigint')),
    companyColumn.column,
  );
  const selections = [SelectionNode.create(selected), ...(values.selections ?? [])];
  return { ...values, selections } satisfies SelectQueryNode as SelectQueryNode;
}

/** Every unique index starts with the company, so a conflicting row always belongs to the same company. */
function withCompanyAsTarget(node: OnConflictNode): OnConflictNode {
  if (node.indexExpression) throw new Error('Inside a company, an upsert names the columns of its conflict.');
  for (const { column } of node.updates ?? []) assertNotCompany(column);
  if (!node.columns || node.columns.some(isCompany)) return node;
  return { ...node, columns: [companyColumn, ...node.columns] };
}

const isCompany = (column: ColumnNode): boolean => column.column.name === companyColumn.column.name;
