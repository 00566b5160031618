import type { CompiledQuery } from 'kysely';
import { type CompanyQueries, scopeOf, withinSomeCompany } from './company-scope.ts';

/** Stands for a value that a statement will be given. Its only trait is to be itself. */
type StandIn = Readonly<{ standsFor: string }>;

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

type Parameter = (values: Record<string, unknown>, companyId: string) => unknown;

/** A compiled statement, and where each of its parameters comes from. */
interface Statement<Row> {
  query: CompiledQuery<Row>;
  parameters: Parameter[];
}

/** Callers choose which values they give: what a query keeps of that has an end. */
const mostStatements = 200;

function compile<Row>(
  build: (db: CompanyQueries, values: never, form: never) => Compilable<Row>,
  db: CompanyQueries,
  given: readonly string[],
  form: unknown,
): Statement<Row> {
  const company: StandIn = { standsFor: 'company' };
  const standIns = new Map<unknown, string>();
  const values: Record<string, StandIn> = {};
  for (const name of given) {
    const standIn: StandIn = { standsFor: name };
    values[name] = standIn;
    standIns.set(standIn, name);
  }
  const query = build(withinSomeCompany(scopeOf(db), company), values as never, form as never).compile();
  return {
    query,
    parameters: query.parameters.map((parameter): Parameter => {
      if (parameter === company) return (_values, companyId) => companyId;
      const name = standIns.get(parameter);
      return name === undefined ? () => parameter : (actual) => actual[name];
    }),
  };
}

/**
 * A query that is built and compiled once for every set of values that are given (not undefined), and for every `form`;
 * after that it costs no more than its statement. For what runs on most requests.
 *
 * @param build sees stand-ins in place of values: it passes them on, and only asks whether they are undefined. What else
 *   decides on the statement, such as an order, comes as `form`: plain data with few different values
 */
export function preparedQuery<Values extends object, Row, Form = undefined>(
  build: (db: CompanyQueries, values: Values, form: Form) => Compilable<Row>,
): (db: CompanyQueries, values: Values, ...form: Form extends undefined ? [] : [Form]) => Promise<Row[]> {
  const statements = new Map<string, Statement<Row>>();
  return async (db, values, form?) => {
    const actual = values as Record<string, unknown>;
    const given = Object.keys(actual)
      .filter((name) => actual[name] !== undefined)
      .sort();
    const key = `${given.join()} ${form === undefined ? '' : JSON.stringify(form)}`;
    let statement = statements.get(key);
    if (!statement) {
      statement = compile(build, db, given, form);
      const oldest = statements.keys().next().value;
      if (statements.size >= mostStatements && oldest !== undefined) statements.delete(oldest);
      statements.set(key, statement);
    }
    const { kysely, companyId } = scopeOf(db);
    const parameters = statement.parameters.map((parameter) => parameter(actual, companyId));
    const { rows } = await kysely.executeQuery<Row>({ ...statement.query, parameters });
    return rows;
  };
}
