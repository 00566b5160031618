import type { Node, RangeVar } from 'libpg-query';
import { lastName } from './syntax-tree.ts';

/** Tables that belong to no company. */
const shared = /^(pg_.*|schema_migration|secret_key)$/;

/**
 * Tables that are read across companies: dispatchers and their metrics read the queues and the list of companies; public names are
 * found among those of all companies and payment accounts; administrators find API keys by ID alone.
 */
const readAcross: ReadonlySet<string> = new Set([
  'company',
  'payment_account',
  'webhook_endpoint',
  'webhook_delivery',
  'checkout',
  'company_task',
  'mail',
  'provider_event',
  'refund',
  'api_key',
]);

/** The tables of a statement, by alias or name, and the conditions that all rows satisfy. */
export interface Extent {
  tables: readonly string[];
  conditions: readonly Node[];
  /** Whether it is a subquery, whose company the outer query may determine. */
  isNested?: boolean;
}

export const areReadAcross = (tables: readonly RangeVar[]): boolean =>
  tables.every(({ relname = '' }) => readAcross.has(relname));

/** @param derived names of common table expressions, which are not tables */
export function tableNames(
  tables: readonly (RangeVar | undefined)[],
  derived: ReadonlySet<string>,
): string[] {
  const own = tables.filter(
    (table) => !derived.has(table?.relname ?? '') && !shared.test(table?.relname ?? ''),
  );
  return own.map((table) => table?.alias?.aliasname ?? table?.relname ?? '');
}

/** Returns the tables of a FROM clause, including joined ones, and the conditions of the joins. */
export function fromClause(nodes: readonly (Node | undefined)[] = []): {
  tables: RangeVar[];
  conditions: Node[];
} {
  const tables: RangeVar[] = [];
  const conditions: Node[] = [];
  for (const node of nodes) {
    if (node && 'RangeVar' in node) tables.push(node.RangeVar);
    if (!node || !('JoinExpr' in node)) continue;
    const { larg, rarg, quals } = node.JoinExpr;
    const joined = fromClause([larg, rarg]);
    tables.push(...joined.tables);
    conditions.push(...joined.conditions, ...(quals ? [quals] : []));
  }
  return { tables, conditions };
}

/**
 * Returns the tables whose company is neither compared with a constant nor equated with the company of another table. A
 * subquery with one table can take it from the outer query; Citus cannot plan that for joins.
 */
export function tablesOfAnyCompany({ tables, conditions, isNested = false }: Extent): string[] {
  const equalities = conditions.flatMap(conjuncts).flatMap((node) => companyEquality(node, tables));
  const named = new Set(equalities.filter((equality) => equality.length === 1).flat());
  const around = equalities.flat().filter((table) => !tables.includes(table));
  if (isNested && tables.length === 1) for (const table of around) named.add(table);
  for (let before = -1; before < named.size; ) {
    before = named.size;
    for (const equality of equalities) {
      if (equality.some((table) => named.has(table))) for (const table of equality) named.add(table);
    }
  }
  return tables.filter((table) => !named.has(table));
}

function conjuncts(node: Node): Node[] {
  if (!('BoolExpr' in node) || node.BoolExpr.boolop !== 'AND_EXPR') return [node];
  return (node.BoolExpr.args ?? []).flatMap(conjuncts);
}

/** Returns the tables whose companies a condition equates, or the one whose company it compares with a constant. */
function companyEquality(node: Node, tables: readonly string[]): string[][] {
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP' || lastName(node.A_Expr.name) !== '=') return [];
  const { lexpr, rexpr } = node.A_Expr;
  const companies = [companyOf(lexpr, tables), companyOf(rexpr, tables)].filter(
    (table) => table !== undefined,
  );
  const isConstant = isConstantValue(lexpr) || isConstantValue(rexpr);
  return companies.length === 2 || (companies.length === 1 && isConstant) ? [companies] : [];
}

/** Returns the table of a `company_id` column. Without a qualifier, it is the only table. */
function companyOf(node: Node | undefined, tables: readonly string[]): string | undefined {
  if (!node || !('ColumnRef' in node)) return undefined;
  const names = (node.ColumnRef.fields ?? []).map((part) => lastName([part]));
  if (names.at(-1) !== 'company_id') return undefined;
  return names.length > 1 ? names.at(-2) : tables[0];
}

function isConstantValue(node: Node | undefined): boolean {
  if (!node) return false;
  if ('TypeCast' in node) return isConstantValue(node.TypeCast.arg);
  return 'ParamRef' in node || 'A_Const' in node;
}
