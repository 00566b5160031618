import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';

/**
 * An example value in which `{ $ref: Other.yaml, … }` stands for the value of another example file with the fields beside
 * the reference put over it: a page is made of records, a new record differs from a grown one in a few fields.
 */
export function composedExample(value, file) {
  if (Array.isArray(value)) return value.map((part) => composedExample(part, file));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...fields } = value;
  const own = Object.fromEntries(
    Object.entries(fields).map(([name, part]) => [name, composedExample(part, file)]),
  );
  return $ref === undefined ? own : { ...referencedValue($ref, file), ...own };
}

function referencedValue(reference, file) {
  const target = join(dirname(file), reference);
  return composedExample(parse(readFileSync(target, 'utf8')).value, target);
}
