import { dirname, join, relative, sep } from 'node:path';

/** The `$ref` that leads from one file to another. */
export function reference(from, ...to) {
  return relative(dirname(from), join(...to)).replaceAll(sep, '/');
}
