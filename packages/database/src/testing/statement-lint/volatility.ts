import type { Node } from 'libpg-query';
import { openTestServer } from '../test-server.ts';
import { type ColumnTypes, readColumnTypes, typesOf } from './column-types.ts';
import { contains, lastName, nodesIn } from './syntax-tree.ts';

/** PostgreSQL's volatility categories: immutable, stable, volatile. */
export type Volatility = 'immutable' | 'stable' | 'volatile';

/** The catalog data that determines the volatility of an expression. */
export interface Catalog {
  /** The volatility of the most volatile function of each name. */
  functions: ReadonlyMap<string, Volatility>;
  columns: ColumnTypes;
}

export async function readCatalog(): Promise<Catalog> {
  return { functions: await readFunctionVolatility(), columns: await readColumnTypes() };
}

async function readFunctionVolatility(): Promise<Catalog['functions']> {
  const server = await openTestServer();
  try {
    const { rows } = await server.administrate((client) =>
      client.query<{ name: string; volatility: Volatility }>(`
        select proname as name,
               case max(position(provolatile in 'isv')) when 1 then 'immutable' when 2 then 'stable' else 'volatile' end
                 as volatility
          from pg_proc group by proname`),
    );
    return new Map(rows.map(({ name, volatility }) => [name, volatility]));
  } finally {
    await server.close();
  }
}

/** Returns the non-immutable parts of an expression with their volatility and arguments. */
export function* mutableParts(
  tree: unknown,
  { functions, columns }: Catalog,
): Generator<{ volatility: Volatility; tree: unknown }> {
  for (const call of nodesIn('FuncCall', tree)) {
    const name = lastName(call.funcname);
    // Only the variants for times of day with time zone are stable or volatile; no column has this type.
    if (name === 'timezone') continue;
    const volatility = functions.get(name) ?? 'volatile';
    if (volatility !== 'immutable') yield { volatility, tree: call };
  }
  // Keywords such as `current_timestamp`.
  for (const value of nodesIn('SQLValueFunction', tree)) yield { volatility: 'stable', tree: value };
  for (const { name, lexpr, rexpr } of nodesIn('A_Expr', tree)) {
    if (isMutableOperation(lastName(name), lexpr, rexpr, columns))
      yield { volatility: 'stable', tree: [lexpr, rexpr] };
  }
  for (const { arg, typeName } of nodesIn('TypeCast', tree)) {
    const type = lastName(typeName?.names);
    const fromText = /^(timestamp|timestamptz|date|interval)$/.test(type) && contains('ColumnRef', arg);
    const ofTime = [...typesOf(arg, columns)].some((column) => times.has(column) && column !== type);
    if (fromText || ofTime) yield { volatility: 'stable', tree: arg };
  }
}

const times: ReadonlySet<string> = new Set([
  'timestamptz',
  'timestamp',
  'date',
  'time',
  'timetz',
  'interval',
]);
const comparisons: ReadonlySet<string> = new Set(['<', '<=', '=', '>=', '>', '<>']);

/** Types that are concatenated without a conversion to text, which would be only stable. */
const appendable: ReadonlySet<string> = new Set(['text', 'varchar', 'bpchar', 'jsonb', 'array', 'bytea']);

function isMutableOperation(
  operator: string,
  left: Node | undefined,
  right: Node | undefined,
  columns: ColumnTypes,
): boolean {
  if (operator === '||')
    return [left, right].some((side) => [...typesOf(side, columns)].some((type) => !appendable.has(type)));
  if (comparisons.has(operator)) {
    // Converts between the session's time zone and UTC.
    return (
      (isWithZone(left, columns) && isWithoutZone(right)) ||
      (isWithoutZone(left) && isWithZone(right, columns))
    );
  }
  if (!['+', '-'].includes(operator) || isInterval(left) === isInterval(right)) return false;
  // The length of a day in an interval depends on the time zone.
  return !isWithoutZone(isInterval(left) ? right : left);
}

function isWithZone(node: Node | undefined, columns: ColumnTypes): boolean {
  if (node && 'TypeCast' in node) return lastName(node.TypeCast.typeName?.names) === 'timestamptz';
  return typesOf(node, columns).has('timestamptz');
}

function isInterval(node: Node | undefined): boolean {
  if (!node) return false;
  if ('TypeCast' in node) return lastName(node.TypeCast.typeName?.names) === 'interval';
  if ('FuncCall' in node) return lastName(node.FuncCall.funcname) === 'make_interval';
  if (!('A_Expr' in node)) return false;
  const { name, lexpr, rexpr } = node.A_Expr;
  if (lastName(name) === '*') return isInterval(lexpr) || isInterval(rexpr);
  return isInterval(lexpr) && isInterval(rexpr);
}

/** Whether it is a date or a timestamp without time zone, such as the result of `at time zone`. */
function isWithoutZone(node: Node | undefined): boolean {
  if (!node) return false;
  if ('TypeCast' in node) return /^(timestamp|date)$/.test(lastName(node.TypeCast.typeName?.names));
  if ('FuncCall' in node) {
    const { funcname, args } = node.FuncCall;
    return lastName(funcname) === 'timezone' && !isWithoutZone(args?.[1]);
  }
  if (!('A_Expr' in node)) return false;
  const { lexpr, rexpr } = node.A_Expr;
  return isWithoutZone(lexpr) || isWithoutZone(rexpr);
}
