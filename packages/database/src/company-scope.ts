import { Kysely, QueryCreator } from 'kysely';
import { companyScopePlugin } from './company-scope/plugin.ts';
import type { CompanyTables, Tables } from './tables.ts';

const offered = [
  ...([
    'selectFrom',
    'selectNoFrom',
    'insertInto',
    'updateTable',
    'deleteFrom',
    'with',
    'withRecursive',
  ] as const),
  ...(['fn', 'case'] as const),
];

/**
 * Queries inside one company: the company is added to every table of every statement. What could lead out of it
 * (raw statements, other schemas, changes of the schema) is not offered, and throws when reached by a cast.
 */
export type CompanyQueries = Pick<Kysely<CompanyTables>, (typeof offered)[number]>;

/** All other methods of Kysely; statements that are compiled already, for one, can no longer be bound to a company. */
const locks = Object.fromEntries(
  [...methodsOf(Kysely.prototype), ...methodsOf(QueryCreator.prototype)]
    .filter((name) => !['constructor', 'getExecutor', ...offered].includes(name))
    .map((name) => [name, () => lockedOut(name)]),
);

/** Where the statements of `CompanyQueries` run, and for whom. */
interface Scope {
  kysely: Kysely<Tables>;
  companyId: string;
}

const scope = Symbol('company scope');

/** @throws Error when `companyId` is not the digits of a bigint */
export function withinCompany(kysely: Kysely<Tables>, companyId: string): CompanyQueries {
  if (!/^[1-9]\d{0,18}$/.test(companyId)) throw new Error(`"${companyId}" is no company's id.`);
  return Object.assign(bound(kysely, companyId), { [scope]: { kysely, companyId } satisfies Scope });
}

/** For this package alone: what it returns leads out of the company. */
export function scopeOf(queries: CompanyQueries): Scope {
  return (queries as CompanyQueries & { [scope]: Scope })[scope];
}

/** Queries to be compiled and run later, for a company to be named then: `standIn` holds its place among the parameters. */
export function withinSomeCompany({ kysely }: Scope, standIn: object): CompanyQueries {
  return bound(kysely, standIn);
}

/** Between an instance and its class: a request then sets one thing, and not each of the locks. */
const lockedPrototype = Object.assign(Object.create(Kysely.prototype), locks);

function bound(kysely: Kysely<Tables>, company: string | object): CompanyQueries {
  return Object.setPrototypeOf(kysely.withPlugin(companyScopePlugin(company)), lockedPrototype);
}

function lockedOut(method: string): never {
  throw new Error(`Kysely's ${method}() could lead out of the company and cannot be used inside a company.`);
}

function methodsOf(prototype: object): string[] {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  return properties.filter(([, { value }]) => typeof value === 'function').map(([name]) => name);
}
