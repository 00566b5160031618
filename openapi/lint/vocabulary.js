import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** code → { status, when?, meaning, message, remedy, example? }, as written in errors.yaml. */
export const errors = parse(readFileSync(new URL('../errors.yaml', import.meta.url), 'utf8'));

/** scope → text, as written in scopes.yaml. */
export const scopes = parse(readFileSync(new URL('../scopes.yaml', import.meta.url), 'utf8'));

/** form → { format?, pattern?, says }, as written in forms.yaml. */
export const forms = parse(readFileSync(new URL('../forms.yaml', import.meta.url), 'utf8'));

const shapes = {
  always: () => true,
  body: ({ operation }) => operation.requestBody !== undefined,
  'path-id': ({ parameters }) => parameters.some((parameter) => parameter.in === 'path'),
  sort: ({ operation }) => operation['x-sortable'] !== undefined,
  'idempotency-key': ({ parameters }) => takesHeader(parameters, 'Idempotency-Key'),
  'if-match': ({ parameters }) => takesHeader(parameters, 'If-Match'),
};

/** The codes that follow from the shape of an operation, without those it names itself. */
export function impliedCodes(operation, parameters) {
  return Object.keys(errors).filter((code) => shapes[errors[code].when]?.({ operation, parameters }));
}

/** Every code an operation can answer with, in the order of errors.yaml. */
export function codesOf(operation, parameters) {
  const possible = new Set([...impliedCodes(operation, parameters), ...(operation['x-errors'] ?? [])]);
  return Object.keys(errors).filter((code) => possible.has(code));
}

export function takesHeader(parameters, name) {
  return parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);
}
