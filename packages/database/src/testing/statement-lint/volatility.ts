import type { Node } from 'libpg-query';
import { openTestServer } from '../test-server.ts';
import { contains, lastName, nodesIn } from './syntax-tree.ts';

/** PostgreSQL's volatility categories: immutable, stable, volatile. */
export type Volatility = 'immutable' | 'stable' | 'volatile';

/** The volatility of the most volatile function of each name. */
export type FunctionVolatility = ReadonlyMap<string, Volatility>;

export async function readFunctionVolatility(): Promise<FunctionVolatility> {
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
  functions: FunctionVolatility,
): Generator<{ volatility: Volatility; tree: unknown }> {
  for (const call of nodesIn('FuncCall', tree)) {
    const name = lastName(call.funcname);
    // Its stable and volatile forms take a time of day with time zone, which no column has.
    if (name === 'timezone') continue;
    const volatility = functions.get(name) ?? 'volatile';
    if (volatility !== 'immutable') yield { volatility, tree: call };
  }
  // `current_timestamp` and the like
  for (const value of nodesIn('SQLValueFunction', tree)) yield { volatility: 'stable', tree: value };
  for (const { name, lexpr, rexpr } of nodesIn('A_Expr', tree)) {
    if (!['+', '-'].includes(lastName(name)) || isInterval(lexpr) === isInterval(rexpr)) continue;
    // The length of a day in an interval depends on the time zone.
    if (!isWithoutZone(isInterval(lexpr) ? rexpr : lexpr))
      yield { volatility: 'stable', tree: [lexpr, rexpr] };
  }
  for (const { arg, typeName } of nodesIn('TypeCast', tree)) {
    const isTime = /^(timestamp|timestamptz|date|interval)$/.test(lastName(typeName?.names));
    if (isTime && contains('ColumnRef', arg)) yield { volatility: 'stable', tree: arg };
  }
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
