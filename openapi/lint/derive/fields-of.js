import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/**
 * Gives a schema the properties of others of the same folder, for `x-fields-of: { schema, without }` or several of them: all
 * but those named in `without`. The schema's own properties take the place of those of the same name.
 */
export function addFields(schema, file) {
  if (schema['x-fields-of'] === undefined) return;
  schema.properties = allProperties(schema, file);
  delete schema['x-fields-of'];
}

/** Makes every property required, for `x-required: all`: a record always has all its fields. */
export function requireAll(schema) {
  if (schema['x-required'] === undefined) return;
  schema.required = Object.keys(schema.properties);
  delete schema['x-required'];
}

function allProperties(schema, file) {
  const taken = [schema['x-fields-of'] ?? []].flat().map((source) => takenProperties(source, file));
  return Object.assign({}, ...taken, schema.properties);
}

function takenProperties({ schema: source, without = [] }, file) {
  if (dirname(source) !== '.') throw new Error(`x-fields-of: ${source} is not in the folder of ${file}`);
  const path = join(dirname(file), source);
  const properties = allProperties(parse(readFileSync(path, 'utf8')), path);
  const unknown = without.filter((name) => !(name in properties));
  if (unknown.length > 0) throw new Error(`x-fields-of: ${source} has no ${unknown.join(', ')}`);
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !without.includes(name)));
}
