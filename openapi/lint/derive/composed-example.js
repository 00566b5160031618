import { fileOf, readYaml } from './files.js';

/**
 * Resolves `{ $ref: Other.yaml, x-only, … }` in an example value to the value of another example file, or to its fields in
 * `x-only`. Fields beside the reference override those of the file. A page consists of records, a new record differs from an
 * existing one in a few fields, and a create request contains some of them.
 */
export function composedExample(value, file) {
  if (Array.isArray(value)) return value.map((part) => composedExample(part, file));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, 'x-only': only, ...fields } = value;
  const own = Object.fromEntries(
    Object.entries(fields).map(([name, part]) => [name, composedExample(part, file)]),
  );
  if ($ref === undefined) return own;
  const source = fileOf($ref, file);
  const other = composedExample(readYaml(source).value, source);
  return { ...(only === undefined ? other : pick(other, only, source)), ...own };
}

function pick(value, names, source) {
  const missing = names.filter((name) => !(name in value));
  if (missing.length > 0) throw new Error(`x-only: ${source} has no ${missing.join(', ')}`);
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}
