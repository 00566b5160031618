import { CompiledQuery } from 'kysely';

/** A placeholder with its type, such as `$1::bigint`, for each parameter. */
export type Placeholders<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Composes a statement whose parts refer to parameters by name. `types` are the SQL types of the parameters. The statement is
 * composed once; the returned function only binds values.
 */
export function namedStatement<Name extends string>(
  types: Readonly<Record<Name, string>>,
  compose: (placeholders: Placeholders<Name>) => string,
): (values: Readonly<Record<Name, unknown>>) => CompiledQuery {
  const names = Object.keys(types) as Name[];
  const placeholders = Object.fromEntries(
    names.map((name, index) => [name, `$${index + 1}::${types[name]}`]),
  ) as Record<Name, string>;
  const statement = CompiledQuery.raw(compose(placeholders));
  return (values) => ({ ...statement, parameters: names.map((name) => values[name]) });
}

/** A select list of expressions by column name. As an argument of `json_agg`, such a row costs less than `json_build_object`. */
export function namedColumns(expressions: Readonly<Record<string, string>>): string {
  return Object.entries(expressions)
    .map(([name, expression]) => `${expression} as "${name}"`)
    .join(', ');
}
