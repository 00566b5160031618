import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readYaml } from './derive/files.js';

const vocabularies = new WeakMap();

/** What a document may say in its own words. Everything else of an entry is the same in all documents. */
const texts = ['meaning', 'message', 'remedy', 'reasons', 'example'];

/**
 * The content of a file beside the document, such as errors.yaml, with the texts of the document's own file, such as
 * pages-errors.yaml, and without what is null there.
 */
function read(name, document) {
  const content = readYaml(join(dirname(document), `${name}.yaml`));
  const own = `${basename(document, '.yaml')}-${name}.yaml`;
  const file = join(dirname(document), own);
  for (const [key, entry] of Object.entries(existsSync(file) ? readYaml(file) : {})) {
    if (!Object.hasOwn(content, key)) throw new Error(`${own}: ${name}.yaml has no ${key}`);
    const foreign = Object.keys(Object(entry)).filter((part) => !texts.includes(part));
    if (typeof entry !== 'string' && foreign.length > 0)
      throw new Error(`${own}: only texts of ${key} can differ, not ${foreign}`);
    if (entry === null) delete content[key];
    else content[key] = typeof entry === 'string' ? entry : { ...content[key], ...entry };
  }
  return content;
}

/** An error with the codes of its details in its meaning, and its remedy in its message. */
function completeError({ meaning, reasons, ...texts }) {
  const message = texts.message.replace('{remedy}', texts.remedy.replaceAll('`', ''));
  const error = { ...texts, message };
  if (!reasons) return { ...error, meaning };
  const list = Object.entries(reasons).map(([code, text]) => `\`${code}\` (${text})`);
  return { ...error, reasons, meaning: `${meaning} Their \`code\` is one of ${list.join(', ')}.` };
}

/**
 * The files beside a document that say its words:
 *
 * - `errors`: code → { status, when?, meaning, message, remedy, reasons?, example? }
 * - `statuses`: error status → the text that introduces all its codes
 * - `formats`: name → { format?, pattern?, decimals?, says }
 * - `states`: kind of record → { states, actions, by? }, see states.yaml
 * - `scopes`: scope → text; absent when operations need no `security`
 *
 * and `limits`, the limits that the document defines: name → { by, requests, seconds, counts? }, counted per process `by` client
 * address (IPv6: its /64 network), network (/24, IPv6: /48), caller, tenant (company) or network at a tenant; with `counts: successes`,
 * only those that have succeeded, without replays. Operations with the same limit share its counts.
 */
export function vocabularyOf(root, file) {
  if (!vocabularies.has(root)) {
    const errors = Object.entries(read('errors', file)).map(([code, error]) => [code, completeError(error)]);
    vocabularies.set(root, {
      errors: Object.fromEntries(errors),
      statuses: read('statuses', file),
      formats: read('formats', file),
      states: read('states', file),
      limits: root['x-limits'],
      ...(root.security.length > 0 && { scopes: read('scopes', file) }),
    });
  }
  return vocabularies.get(root);
}

/** A rule that receives the vocabulary of the document, which is loaded when the walk begins. */
export function withVocabulary(rule) {
  return () => {
    const vocabulary = {};
    const reading = {
      Root(root, { location }) {
        Object.assign(vocabulary, vocabularyOf(root, location.source.absoluteRef));
      },
    };
    return [reading, rule(vocabulary)];
  };
}

const shapes = {
  always: () => true,
  security: ({ operation }) => (operation.security ?? []).length > 0,
  body: ({ operation }) => operation.requestBody !== undefined && !takesRawBody(operation),
  write: ({ operation, parameters }) =>
    !isReadOnly(operation) &&
    operation['x-request']?.withoutQuota === undefined &&
    (operation.requestBody !== undefined || takesHeader(parameters, 'Idempotency-Key')),
  'path-id': ({ parameters }) => parameters.some((parameter) => parameter.in === 'path'),
  sort: ({ operation }) => operation['x-sortable'] !== undefined,
  'idempotency-key': ({ parameters }) => takesHeader(parameters, 'Idempotency-Key'),
  'if-match': ({ parameters }) => takesHeader(parameters, 'If-Match'),
};

/** The values of `when` in errors.yaml that apply to an operation. */
export function shapesOf(shaped) {
  return Object.keys(shapes).filter((when) => shapes[when](shaped));
}

/** The codes implied by the shape of an operation and by its actions, without those in its `x-errors`. */
export function impliedCodes({ errors, states }, operation, parameters) {
  const rejections = new Set(rejectionsOf(states, operation['x-actions'] ?? {}));
  const given = shapesOf({ operation, parameters });
  return Object.keys(errors).filter((code) => rejections.has(code) || given.includes(errors[code].when));
}

/** The codes that reject the actions of an operation (`{ offer: [publish] }`) in some states. Names of states are upper case. */
function rejectionsOf(states, actions) {
  return Object.entries(actions).flatMap(([record, names]) =>
    names.flatMap((name) => {
      const outcomes = states[record]?.actions[name];
      if (outcomes === undefined)
        throw new Error(`x-actions: states.yaml has no action ${name} of ${record}`);
      return Object.values(outcomes).filter((outcome) => /^[a-z]/.test(outcome ?? ''));
    }),
  );
}

/** All codes that an operation can return, in the order of errors.yaml. */
export function codesOf(vocabulary, operation, parameters) {
  const possible = new Set([
    ...impliedCodes(vocabulary, operation, parameters),
    ...(operation['x-errors'] ?? []),
  ]);
  return Object.keys(vocabulary.errors).filter((code) => possible.has(code));
}

export function takesHeader(parameters, name) {
  return parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);
}

/** The scopes that an operation requires, under any name of the security scheme. */
export function scopesOf({ security = [] }) {
  return security.flatMap((requirement) => Object.values(requirement).flat());
}

/** Whether an operation changes nothing: clients may retry it, a POST too, which then takes no `Idempotency-Key`. */
export function isReadOnly(operation) {
  return scopesOf(operation).some((scope) => scope.startsWith('read:'));
}

/** Whether the handler gets the bytes of the body as another service sent them, of any content type, for example to verify a signature. */
export function takesRawBody({ requestBody }) {
  return requestBody?.content?.['*/*'] !== undefined;
}
