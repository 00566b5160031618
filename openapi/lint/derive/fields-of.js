import { fileOf, mapReferences, moved, readYaml, reference } from './files.js';

/**
 * Resolves `x-fields-of: { $ref, without }`, or a list of these: copies the properties of the other schemas, except those
 * that are `readOnly` or listed in `without`. A property schema with `x-input` is replaced by that schema. Own properties of
 * the same name take precedence.
 */
export function addFields(schema, file) {
  if (schema['x-fields-of'] === undefined) return;
  schema.properties = allProperties(schema, file);
  delete schema['x-fields-of'];
}

/** Removes `x-input`, which only `x-fields-of` reads. */
export function removeInputExtensions(schema) {
  delete schema['x-input'];
  for (const property of Object.values(schema.properties ?? {})) delete property.readOnly;
}

/** Resolves `x-required: all`: makes every property required, since a record always has all its fields. */
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
  if (Object.keys(properties).length === 0)
    throw new Error(`x-fields-of: ${file} names ${$ref}, but ${source} has no properties`);
  const unknown = without.filter((name) => !(name in properties));
  if (unknown.length > 0)
    throw new Error(`x-fields-of: ${file} omits fields, but ${$ref} has no ${unknown.join(', ')}`);
  const sent = Object.entries(properties).filter(
    ([name, property]) => !property.readOnly && !without.includes(name),
  );
  return moved(asInput(Object.fromEntries(sent), source), source, file);
}

/** The properties, with every schema that has `x-input` replaced by that schema. */
function asInput(properties, file) {
  return mapReferences(properties, (node) => {
    const target = fileOf(node.$ref, file);
    const input = readYaml(target)['x-input'];
    return input === undefined ? node : { ...node, $ref: reference(file, fileOf(input.$ref, target)) };
  });
}
