import type { Vocabulary } from '../../../openapi/lint/vocabulary.js';
import type { OpenApiDocument } from '../src/document.ts';
import type { operationTable } from './operation-table.ts';

/**
 * The part of the vocabulary that a document can reach. The files are shared by all documents: other documents have other errors,
 * scopes, formats and records with states.
 */
export function reachable(
  vocabulary: Vocabulary,
  document: OpenApiDocument,
  operations: ReturnType<typeof operationTable>,
): Required<Vocabulary> {
  const { errors, scopes = {}, formats, states } = vocabulary;
  const codes = new Set(operations.flatMap(({ value }) => value.errors));
  const records = new Set(operations.flatMap(({ value }) => Object.keys(value.actions)));
  const needed = new Set(operations.map(({ value }) => value.scope));
  const used = formatsIn(document);
  return {
    errors: filtered(errors, (code, { when }) => when === 'route' || codes.has(code)),
    scopes: filtered(scopes, (scope) => needed.has(scope)),
    formats: filtered(
      formats,
      (_, { format, pattern }) => used.has(`format ${format}`) || used.has(`pattern ${pattern}`),
    ),
    states: filtered(states, (record) => records.has(record)),
  };
}

function filtered<Value>(
  table: Record<string, Value>,
  keep: (name: string, value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(table).filter(([name, value]) => keep(name, value)));
}

/** The values of all `format` and `pattern` in a document. */
function formatsIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, part] of Object.entries(node)) {
    if ((key === 'format' || key === 'pattern') && typeof part === 'string') found.add(`${key} ${part}`);
    else formatsIn(part, found);
  }
  return found;
}
