import {
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  ReferenceNode,
  TableNode,
  type ValueNode,
} from 'kysely';

export const companyColumn = ColumnNode.create('companyId');
const equals = OperatorNode.create('=');

/** `table.companyId = $n` */
export function belongsTo(company: ValueNode, table: string): OperationNode {
  return BinaryOperationNode.create(
    ReferenceNode.create(companyColumn, TableNode.create(table)),
    equals,
    company,
  );
}

/** Combines the company's predicates with the caller's condition. The condition is in parentheses because it may contain `or`. */
export function restrict(
  condition: OperationNode | undefined,
  predicates: readonly OperationNode[],
): OperationNode {
  const [first, ...rest] = condition ? [...predicates, ParensNode.create(condition)] : predicates;
  if (!first) throw new Error('Nothing to restrict by.');
  return rest.reduce((left, right) => AndNode.create(left, right), first);
}

/** @throws Error if a statement sets the company itself */
export function assertNotCompany(column: OperationNode): void {
  const name = ReferenceNode.is(column) ? column.column : column;
  if (!ColumnNode.is(name)) throw new Error('Only a plain column can be set inside a company.');
  if (name.column.name === companyColumn.column.name)
    throw new Error('The company of a row is set automatically.');
}
