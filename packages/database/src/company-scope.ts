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
 * Queries limited to one company: the company is added to every table of every statement. Methods that could bypass this (raw
 * statements, other schemas, schema changes) are not available, and throw if called by means of a cast.
 */
export type CompanyQueries = Pick<Kysely<CompanyTables>, (typeof offered)[number]>;

/** All other methods of Kysely. Compiled statements, for example, can no longer be bound to a company. */
const locks = Object.fromEntries(
  [...methodsOf(Kysely.prototype), ...methodsOf(QueryCreator.prototype)]
    .filter((name) => !['constructor', 'getExecutor', ...offered].includes(name))
    .map((name) => [name, () => lockedOut(name)]),
);

/** The instance that runs the statements of `CompanyQueries`, and their company. */
interface Scope {
  kysely: Kysely<Tables>;
  companyId: string;
}

const scope = Symbol('company scope');

/** @throws Error unless `companyId` is a positive bigint */
export function withinCompany(kysely: Kysely<Tables>, companyId: string): CompanyQueries {
  if (!/^[1-9]\d{0,18}$/.test(companyId)) throw new Error(`"${companyId}" is not a company id.`);
  return Object.assign(bound(kysely, companyId), { [scope]: { kysely, companyId } satisfies Scope });
}

/** Internal to this package: the result is not limited to the company. */
export function scopeOf(queries: CompanyQueries): Scope {
  return (queries as CompanyQueries & { [scope]: Scope })[scope];
}

/** Queries that are compiled now and executed later for any company. `placeholder` stands for the company's parameter. */
export function withinSomeCompany({ kysely }: Scope, placeholder: object): CompanyQueries {
  return bound(kysely, placeholder);
}

/** A prototype with all locks, so that a request sets one prototype instead of each method. */
const lockedPrototype = Object.assign(Object.create(Kysely.prototype), locks);

function bound(kysely: Kysely<Tables>, company: string | object): CompanyQueries {
  return Object.setPrototypeOf(kysely.withPlugin(companyScopePlugin(company)), lockedPrototype);
}

function lockedOut(method: string): never {
  throw new Error(`Kysely's ${method}() could bypass the company scope and cannot be used inside a company.`);
}

function methodsOf(prototype: object): string[] {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  return properties.filter(([, { value }]) => typeof value === 'function').map(([name]) => name);
}
