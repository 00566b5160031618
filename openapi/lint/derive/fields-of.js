import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/**
 * Gives a schema the properties of another one of the same folder, for `x-fields-of: { schema, without }`: all but those
 * named in `without`. The schema's own properties take the place of those of the same name.
 */
export function addFields(schema, file) {
  const { schema: source, without = [] } = schema['x-fields-of'];
  if (dirname(source) !== '.') throw new Error(`x-fields-of: ${source} is not in the folder of ${file}`);
  const { properties } = parse(readFileSync(join(dirname(file), source), 'utf8'));
  const unknown = without.filter((name) => !(name in properties));
  if (unknown.length > 0) throw new Error(`x-fields-of: ${source} has no ${unknown.join(', ')}`);
  const taken = Object.entries(properties).filter(([name]) => !without.includes(name));
  schema.properties = { ...Object.fromEntries(taken), ...schema.properties };
  delete schema['x-fields-of'];
}
