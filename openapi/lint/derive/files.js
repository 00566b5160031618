import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';

/** The parsed content of a YAML file, references unresolved. */
export function readYaml(file) {
  return parse(readFileSync(file, 'utf8'));
}

/** The `$ref` from one file to another. */
export function reference(from, ...to) {
  return relative(dirname(from), join(...to)).replaceAll(sep, '/');
}

/** The file that a `$ref` in another file points to. */
export function fileOf($ref, from) {
  return join(dirname(from), $ref.split('#')[0]);
}

/** A copy of a node in which `change` has been applied to every object with a `$ref`. */
export function mapReferences(node, change) {
  if (Array.isArray(node)) return node.map((part) => mapReferences(part, change));
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, part]) => [key, mapReferences(part, change)]),
  );
  return typeof copy.$ref === 'string' ? change(copy) : copy;
}

/** A copy of a node of the file `from` for the file `to`, with its relative references adjusted. */
export function moved(node, from, to) {
  return mapReferences(node, (copy) => ({
    ...copy,
    $ref: copy.$ref.startsWith('#') ? copy.$ref : movedReference(copy.$ref, from, to),
  }));
}

function movedReference($ref, from, to) {
  const [file, ...pointer] = $ref.split('#');
  return [reference(to, dirname(from), file), ...pointer].join('#');
}
