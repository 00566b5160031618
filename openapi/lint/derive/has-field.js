import { fileOf, readYaml } from './files.js';

/** Whether a schema, or one that it is composed of, has a field. `from` is the file of the schema. */
export function hasField(schema, from, field) {
  if (schema.$ref !== undefined) {
    const file = fileOf(schema.$ref, from);
    return hasField(readYaml(file), file, field);
  }
  const { properties = {}, allOf = [], oneOf = [] } = schema;
  return field in properties || [...allOf, ...oneOf].some((part) => hasField(part, from, field));
}
