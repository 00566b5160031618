import {
  AliasNode,
  type CommonTableExpressionNode,
  type DeleteQueryNode,
  FromNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  OnNode,
  type OperationNode,
  type RawNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  UsingNode,
  ValueNode,
  WhereNode,
  type WithNode,
} from 'kysely';
import { insertIntoCompany } from './insert.ts';
import { assertNotCompany, belongsTo, restrict } from './predicates.ts';
import { assertExpression, assertFunctionName, assertRowFunction } from './raw-fragments.ts';

/** Names of the common table expressions in scope. */
type Names = ReadonlySet<string>;
const none: Names = new Set();

/** Kinds of nodes that contain no statement and reference no table to restrict. */
const leaves: ReadonlySet<OperationNode['kind']> = new Set([
  'IdentifierNode',
  'SchemableIdentifierNode',
  'ColumnNode',
  'TableNode',
  'ReferenceNode',
  'SelectAllNode',
  'ValueNode',
  'PrimitiveValueListNode',
  'OperatorNode',
  'DataTypeNode',
  'DefaultInsertValueNode',
  'JSONPathLegNode',
  'CollateNode',
]);

/** Statements that are already bound, with their company. Kysely transforms a subquery before the query that contains it. */
const bound = new WeakMap<OperationNode, string | object>();

const unprovable = (what: string): Error => new Error(`${what} cannot be proven to stay inside a company.`);

/**
 * Binds a statement to one company: adds the company to every table that the statement and its nested statements read or change,
 * and to every row that they insert.
 * @throws Error if the statement cannot be proven to stay inside the company
 */
export function bindToCompany(root: OperationNode, companyId: string | object): OperationNode {
  const company = ValueNode.create(companyId);

  function statement(node: OperationNode, names: Names): OperationNode | undefined {
    if (bound.get(node) === companyId) return node;
    const result = bind(node, names);
    if (result) bound.set(result, companyId);
    return result;
  }

  function bind(node: OperationNode, names: Names): OperationNode | undefined {
    switch (node.kind) {
      case 'SelectQueryNode':
        return select(node as SelectQueryNode, names);
      case 'InsertQueryNode':
        return insert(node as InsertQueryNode, names);
      case 'UpdateQueryNode':
        return update(node as UpdateQueryNode, names);
      case 'DeleteQueryNode':
        return remove(node as DeleteQueryNode, names);
      default:
        return undefined;
    }
  }

  /** Binds any node. Unchanged nodes are returned as they are; only the path to a change is copied. */
  function visit<Node extends OperationNode>(node: Node, names: Names): Node {
    if (leaves.has(node.kind)) return node;
    const own = statement(node, names);
    if (own) return own as Node;
    check(node);
    return visitChildren(node, names);
  }

  function visitChildren<Node extends OperationNode>(node: Node, names: Names): Node {
    let copy: Record<string, unknown> | undefined;
    const children = node as unknown as Record<string, unknown>;
    for (const key in children) {
      const child = children[key];
      if (typeof child !== 'object' || child === null) continue;
      const visited = Array.isArray(child) ? visitList(child, names) : visit(child as OperationNode, names);
      if (visited === child) continue;
      copy ??= { ...children };
      copy[key] = visited;
    }
    return (copy as unknown as Node | undefined) ?? node;
  }

  function visitList<Item>(list: readonly Item[], names: Names): readonly Item[] {
    let copy: Item[] | undefined;
    for (const [index, item] of list.entries()) {
      if (typeof item !== 'object' || item === null) continue;
      const visited = visit(item as unknown as OperationNode, names) as unknown as Item;
      if (visited === item) continue;
      copy ??= [...list];
      copy[index] = visited;
    }
    return copy ?? list;
  }

  function check(node: OperationNode): void {
    if (node.kind === 'RawNode') assertExpression(node as RawNode);
    if (node.kind === 'FunctionNode' || node.kind === 'AggregateFunctionNode') {
      assertFunctionName((node as OperationNode & { func: string }).func);
    }
    if (node.kind === 'MergeQueryNode') throw unprovable('A merge');
  }

  function select(node: SelectQueryNode, outer: Names): SelectQueryNode {
    const { expressions, names } = withNames(node.with, outer);
    const { with: _, from, joins, where, ...rest } = node;
    const sources = tables(from?.froms ?? [], names);
    const joined = join(joins, names);
    return {
      ...visitChildren(rest as SelectQueryNode, names),
      ...expressions,
      ...(from ? { from: FromNode.create(sources.nodes) } : {}),
      ...(joins ? { joins: joined.nodes } : {}),
      ...condition(where, [...sources.predicates, ...joined.predicates], names),
    };
  }

  function insert(node: InsertQueryNode, outer: Names): InsertQueryNode {
    const { expressions, names } = withNames(node.with, outer);
    const { with: _, into, ...rest } = node;
    if (!into) throw unprovable('An insert without a table');
    target(into);
    const visited = visitChildren(rest as InsertQueryNode, names);
    return insertIntoCompany({ ...visited, ...expressions, into }, company);
  }

  function update(node: UpdateQueryNode, outer: Names): UpdateQueryNode {
    const { expressions, names } = withNames(node.with, outer);
    const { with: _, table, from, joins, where, ...rest } = node;
    if (!table) throw unprovable('An update without a table');
    for (const { column } of rest.updates ?? []) assertNotCompany(column);
    const sources = tables(from?.froms ?? [], names);
    const joined = join(joins, names);
    return {
      ...visitChildren(rest as UpdateQueryNode, names),
      ...expressions,
      table,
      ...(from ? { from: FromNode.create(sources.nodes) } : {}),
      ...(joins ? { joins: joined.nodes } : {}),
      ...condition(
        where,
        [belongsTo(company, target(table)), ...sources.predicates, ...joined.predicates],
        names,
      ),
    };
  }

  function remove(node: DeleteQueryNode, outer: Names): DeleteQueryNode {
    const { expressions, names } = withNames(node.with, outer);
    const { with: _, from, using, joins, where, ...rest } = node;
    const own = from.froms.map((table) => belongsTo(company, target(table)));
    const sources = tables(using?.tables ?? [], names);
    const joined = join(joins, names);
    return {
      ...visitChildren(rest as DeleteQueryNode, names),
      ...expressions,
      from,
      ...(using ? { using: UsingNode.create(sources.nodes) } : {}),
      ...(joins ? { joins: joined.nodes } : {}),
      ...condition(where, [...own, ...sources.predicates, ...joined.predicates], names),
    };
  }

  /**
   * Each expression sees the names before it, or all names if recursive. In a non-recursive expression, its own name refers to
   * the table.
   */
  function withNames(
    node: WithNode | undefined,
    outer: Names,
  ): { expressions: { with?: WithNode }; names: Names } {
    if (!node) return { expressions: {}, names: outer };
    const nameOf = ({ name }: CommonTableExpressionNode) => name.table.table.identifier.name;
    let names: Names = node.recursive ? new Set([...outer, ...node.expressions.map(nameOf)]) : outer;
    const expressions = node.expressions.map((item) => {
      const bound = { ...item, expression: visit(item.expression, names) };
      names = new Set([...names, nameOf(item)]);
      return bound;
    });
    return { expressions: { with: { ...node, expressions } }, names };
  }

  function condition(
    where: WhereNode | undefined,
    predicates: OperationNode[],
    names: Names,
  ): { where?: WhereNode } {
    const visited = where && visit(where.where, names);
    if (predicates.length > 0) return { where: WhereNode.create(restrict(visited, predicates)) };
    return visited ? { where: WhereNode.create(visited) } : {};
  }

  function tables(
    nodes: readonly OperationNode[],
    names: Names,
  ): { nodes: OperationNode[]; predicates: OperationNode[] } {
    const sources = nodes.map((node) => source(node, names));
    return {
      nodes: sources.map(({ node }) => node),
      predicates: sources.flatMap(({ table }) => (table === undefined ? [] : [belongsTo(company, table)])),
    };
  }

  function join(
    joins: readonly JoinNode[] | undefined,
    names: Names,
  ): { nodes: JoinNode[]; predicates: OperationNode[] } {
    const predicates: OperationNode[] = [];
    const nodes = (joins ?? []).map((node): JoinNode => {
      const { node: joinedTable, table } = source(node.table, names);
      const on = node.on && visit(node.on.on, names);
      switch (node.joinType) {
        case 'InnerJoin':
        case 'LeftJoin':
        case 'LateralInnerJoin':
        case 'LateralLeftJoin': {
          const bound = table === undefined ? on : restrict(on, [belongsTo(company, table)]);
          return { ...node, table: joinedTable, ...(bound ? { on: OnNode.create(bound) } : {}) };
        }
        case 'CrossJoin':
        case 'LateralCrossJoin':
          if (table !== undefined) predicates.push(belongsTo(company, table));
          return { ...node, table: joinedTable };
        default:
          // A right or full join returns rows of the joined table that do not satisfy its condition.
          throw unprovable(`A ${node.joinType}`);
      }
    });
    return { nodes, predicates };
  }

  /** Binds a source of rows. `table` is the name to restrict by if it is a table of the database. */
  function source(node: OperationNode, names: Names): { node: OperationNode; table?: string } {
    if (TableNode.is(node)) return names.has(plainName(node)) ? { node } : { node, table: plainName(node) };
    if (!AliasNode.is(node)) throw unprovable(`A ${node.kind} in place of a table`);
    const { node: inner, alias } = node;
    switch (inner.kind) {
      case 'TableNode':
        if (!IdentifierNode.is(alias)) throw unprovable('A table whose alias is raw SQL');
        return names.has(plainName(inner as TableNode)) ? { node } : { node, table: alias.name };
      case 'RawNode':
        assertRowFunction(inner as RawNode);
        return { node: visitChildren(node, names) };
      case 'SelectQueryNode':
      case 'ValuesNode':
      case 'FunctionNode':
        return { node: visitChildren(node, names) };
      default:
        throw unprovable(`A ${inner.kind} in place of a table`);
    }
  }

  /** Returns the name of the changed table in conditions. It is never a common table expression. */
  function target(node: OperationNode): string {
    if (TableNode.is(node)) return plainName(node);
    if (AliasNode.is(node) && TableNode.is(node.node) && IdentifierNode.is(node.alias)) {
      plainName(node.node);
      return node.alias.name;
    }
    throw unprovable(`Changing a ${node.kind}`);
  }

  const result = statement(root, none);
  if (!result) throw unprovable(`A ${root.kind}`);
  return result;
}

function plainName({ table }: TableNode): string {
  if (table.schema) throw unprovable(`The table ${table.schema.name}.${table.identifier.name}`);
  return table.identifier.name;
}
