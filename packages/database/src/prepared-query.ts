import type { CompiledQuery } from 'kysely';
import { type CompanyQueries, scopeOf, withinSomeCompany } from './company-scope.ts';
import { LeastRecentlyUsedMap } from './least-recently-used.ts';

/** Stands for a value during compilation. Identified by reference. */
type Placeholder = Readonly<{ name: string }>;

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

type Parameter = (values: Record<string, unknown>, companyId: string) => unknown;

/** A compiled statement with the sources of its parameters. */
interface Statement<Row> {
  query: CompiledQuery<Row>;
  parameters: Parameter[];
}

/** Maximum number of compiled statements per query, because callers determine the combinations of values. */
const maxStatements = 200;

function compile<Row>(
  build: (db: CompanyQueries, values: never, form: never) => Compilable<Row>,
  db: CompanyQueries,
  given: readonly string[],
  form: unknown,
): Statement<Row> {
  const company: Placeholder = { name: 'company' };
  const placeholders = new Map<unknown, string>();
  const values: Record<string, Placeholder> = {};
  for (const name of given) {
    const placeholder: Placeholder = { name };
    values[name] = placeholder;
    placeholders.set(placeholder, name);
  }
  const query = build(withinSomeCompany(scopeOf(db), company), values as never, form as never).compile();
  return {
    query,
    parameters: query.parameters.map((parameter): Parameter => {
      if (parameter === company) return (_values, companyId) => companyId;
      const name = placeholders.get(parameter);
      return name === undefined ? () => parameter : (actual) => actual[name];
    }),
  };
}

/**
 * Returns a query that is built and compiled once for each combination of given values (not undefined) and `form`. For queries
 * that run on most requests.
 *
 * @param build receives placeholders instead of values. It may only pass them on and check whether they are undefined. Anything
 *   else that determines the statement, such as an order, is part of `form`: plain data with few distinct values
 */
export function preparedQuery<Values extends object, Row, Form = undefined>(
  build: (db: CompanyQueries, values: Values, form: Form) => Compilable<Row>,
): (db: CompanyQueries, values: Values, ...form: Form extends undefined ? [] : [Form]) => Promise<Row[]> {
  const statements = new LeastRecentlyUsedMap<string, Statement<Row>>(maxStatements);
  return async (db, values, form?) => {
    const actual = values as Record<string, unknown>;
    const given = Object.keys(actual)
      .filter((name) => actual[name] !== undefined)
      .sort();
    const key = `${given.join()} ${form === undefined ? '' : JSON.stringify(form)}`;
    let statement = statements.get(key);
    if (!statement) {
      statement = compile(build, db, given, form);
      statements.add(key, statement);
    }
    const { kysely, companyId } = scopeOf(db);
    const parameters = statement.parameters.map((parameter) => parameter(actual, companyId));
    const { rows } = await kysely.executeQuery<Row>({ ...statement.query, parameters });
    return rows;
  };
}
