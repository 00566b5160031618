import { fileOf, mapReferences, moved, readYaml, reference } from './files.js';

/**
 * Gives a schema the properties of others as they are sent, for `x-fields-of: { $ref, without }` or several of them: all but
 * those that are `readOnly` or named in `without`. Where a schema says by `x-input` how it is sent, that takes its place.
 * The schema's own properties take the place of those of the same name.
 */
export function addFields(schema, file) {
  if (schema['x-fields-of'] === undefined) return;
  schema.properties = allProperties(schema, file);
  delete schema['x-fields-of'];
}

/** Takes out what only `x-fields-of` reads: the document itself has schemas of their own for what is sent. */
export function removeInputWords(schema) {
  delete schema['x-input'];
  for (const property of Object.values(schema.properties ?? {})) delete property.readOnly;
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

function takenProperties({ $ref, without = [] }, file) {
  const source = fileOf($ref, file);
  const properties = allProperties(readYaml(source), source);
  const unknown = without.filter((name) => !(name in properties));
  if (unknown.length > 0) throw new Error(`x-fields-of: ${$ref} has no ${unknown.join(', ')}`);
  const sent = Object.entries(properties).filter(
    ([name, property]) => !property.readOnly && !without.includes(name),
  );
  return moved(asInput(Object.fromEntries(sent), source), source, file);
}

/** Properties in which every schema that says how it is sent is replaced by that. */
function asInput(properties, file) {
  return mapReferences(properties, (node) => {
    const target = fileOf(node.$ref, file);
    const input = readYaml(target)['x-input'];
    return input === undefined ? node : { ...node, $ref: reference(file, fileOf(input.$ref, target)) };
  });
}
