import {
  type DeleteStmt,
  type InsertStmt,
  loadModule,
  type Node,
  parseSync,
  type RangeSubselect,
  type SelectStmt,
  type UpdateStmt,
} from 'libpg-query';
import { areReadAcross, fromClause, tableNames, tablesOfAnyCompany } from './named-company.ts';
import { contains, nodesIn } from './syntax-tree.ts';
import { type Catalog, mutableParts, readCatalog } from './volatility.ts';

/** Citus's requirements for statements on tables that are distributed by company. */
export const rules = {
  'no-lookup-in-insert': 'VALUES, ON CONFLICT and RETURNING of an INSERT contain no subquery.',
  'immutable-with-column':
    'Expressions in SET that use a column call only immutable functions: no now(), no time ± interval. Pass the time as a parameter.',
  'immutable-of-column': 'The conditions of UPDATE and DELETE apply only immutable functions to columns.',
  'immutable-in-case': 'CASE and COALESCE call only immutable functions in statements that change rows.',
  'immutable-on-conflict': 'DO UPDATE calls only immutable functions: take times from excluded.',
  'immutable-in-returning': 'RETURNING calls only immutable functions.',
  'nothing-volatile':
    'UPDATE and DELETE call no volatile function, such as clock_timestamp() or gen_random_uuid().',
  'one-company':
    'Every table of a statement and its subqueries is restricted to one company by a constant, except in reads of queues and keys across companies.',
  'from-in-subquery': 'A correlated or lateral subquery has a FROM clause.',
  'searched-case': 'CASE has a condition in each WHEN: case when x = … then.',
} as const;

export type Rule = keyof typeof rules;

/** Returns the rules that a statement violates. */
export type StatementLint = (statement: string) => Rule[];

/** Creates the lint with the functions of the test server and the columns of the migrations. */
export async function openStatementLint(): Promise<StatementLint> {
  await loadModule();
  const catalog = await readCatalog();
  return (statement) => [...new Set(brokenRules(statement, catalog))];
}

function* brokenRules(text: string, catalog: Catalog): Generator<Rule> {
  const { stmts = [] } = parseSync(text);
  const tree = stmts.map(({ stmt }) => stmt);
  const derived = new Set([...nodesIn('CommonTableExpr', tree)].map(({ ctename = '' }) => ctename));
  for (const insert of nodesIn('InsertStmt', tree)) yield* insertRules(insert, catalog);
  for (const update of nodesIn('UpdateStmt', tree)) {
    yield* changeRules(update, update.fromClause, catalog, derived);
    yield* settingRules(update, catalog);
  }
  for (const remove of nodesIn('DeleteStmt', tree)) {
    yield* changeRules(remove, remove.usingClause, catalog, derived);
  }
  const outer = new Set(
    tree.flatMap((node) => (node && 'SelectStmt' in node ? topmost(node.SelectStmt) : [])),
  );
  for (const select of nodesIn('SelectStmt', tree)) yield* selectRules(select, !outer.has(select), derived);
  if ([...nodesIn('RangeSubselect', tree)].some(isBareLateral)) yield 'from-in-subquery';
  if ([...nodesIn('CaseExpr', tree)].some(({ arg }) => arg !== undefined)) yield 'searched-case';
}

const valuesOf = (targets: readonly Node[] = []) =>
  targets.flatMap((node) => ('ResTarget' in node && node.ResTarget.val ? [node.ResTarget.val] : []));

/** Returns the select, the arms of a union, and the selects in their FROM clauses. */
function topmost(select: SelectStmt): SelectStmt[] {
  const from = (select.fromClause ?? []).flatMap((node) =>
    'RangeSubselect' in node ? [node.RangeSubselect.subquery] : [],
  );
  const sources = from.flatMap((node) => (node && 'SelectStmt' in node ? [node.SelectStmt] : []));
  const arms = [select.larg, select.rarg].flatMap((arm) => (arm ? [arm] : []));
  return [select, ...[...arms, ...sources].flatMap(topmost)];
}

function* insertRules(
  { selectStmt, onConflictClause, returningClause }: InsertStmt,
  catalog: Catalog,
): Generator<Rule> {
  const { valuesLists } = selectStmt && 'SelectStmt' in selectStmt ? selectStmt.SelectStmt : {};
  if (contains('SubLink', [valuesLists, onConflictClause, returningClause])) yield 'no-lookup-in-insert';
  const isMutable = (tree: unknown) => mutableParts(tree, catalog).next().done === false;
  if (isMutable([onConflictClause?.targetList, onConflictClause?.whereClause])) yield 'immutable-on-conflict';
  // Citus allows it if the rows come from a query.
  if (valuesLists && isMutable(returningClause)) yield 'immutable-in-returning';
}

function* settingRules({ targetList }: UpdateStmt, catalog: Catalog): Generator<Rule> {
  for (const value of valuesOf(targetList)) {
    const isMutable = mutableParts(value, catalog).next().done === false;
    if (isMutable && contains('ColumnRef', value)) yield 'immutable-with-column';
  }
}

function* changeRules(
  { relation, targetList, whereClause, returningClause }: UpdateStmt & DeleteStmt,
  others: readonly Node[] | undefined,
  catalog: Catalog,
  derived: ReadonlySet<string>,
): Generator<Rule> {
  const mutable = (tree: unknown) => [...mutableParts(tree, catalog)];
  const { tables, conditions } = fromClause(others);
  const lists = [targetList, whereClause, conditions];
  if (mutable(lists).some(({ volatility }) => volatility === 'volatile')) yield 'nothing-volatile';
  if (mutable([whereClause, conditions]).some(({ tree }) => contains('ColumnRef', tree)))
    yield 'immutable-of-column';
  const choices = [...nodesIn('CaseExpr', lists), ...nodesIn('CoalesceExpr', lists)];
  if (choices.some((choice) => mutable(choice).length > 0)) yield 'immutable-in-case';
  if (mutable(returningClause).length > 0) yield 'immutable-in-returning';
  const extent = {
    tables: tableNames([relation, ...tables], derived),
    conditions: [...conditions, ...(whereClause ? [whereClause] : [])],
  };
  if (tablesOfAnyCompany(extent).length > 0) yield 'one-company';
}

function* selectRules(select: SelectStmt, isNested: boolean, derived: ReadonlySet<string>): Generator<Rule> {
  const { tables, conditions } = fromClause(select.fromClause);
  const extent = {
    tables: tableNames(tables, derived),
    conditions: [...conditions, ...(select.whereClause ? [select.whereClause] : [])],
    isNested,
  };
  const isSweep = !isNested && select.lockingClause === undefined && areReadAcross(tables);
  if (!isSweep && tablesOfAnyCompany(extent).length > 0) yield 'one-company';
  if (isNested && isBare(select) && contains('ColumnRef', select)) yield 'from-in-subquery';
}

/** Whether a select has no FROM clause. */
function isBare({ fromClause: from, valuesLists, op }: SelectStmt): boolean {
  return from === undefined && valuesLists === undefined && op === 'SETOP_NONE';
}

function isBareLateral({ lateral, subquery }: RangeSubselect): boolean {
  return (
    lateral === true && subquery !== undefined && 'SelectStmt' in subquery && isBare(subquery.SelectStmt)
  );
}
