// What the guides and the READMEs of published packages may name in backticks: what the contract, the packages, settings and commands
// name, and what the blocks of code in the same file name.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { operationsOf } from '../packages/contract/src/document.ts';
import { normalized } from '../packages/price-list/src/csv/columns.ts';

const root = new URL('../', import.meta.url);
const read = (file) => readFileSync(new URL(file, root), 'utf8');
const documents = ['public', 'pages'].map((name) =>
  JSON.parse(read(`packages/contract/src/generated/${name}/openapi.json`)),
);
/** Files whose names appear in texts. */
const sources = [
  ...['client', 'webhooks', 'price-list'].map((name) => `packages/${name}/src`),
  'packages/contract/src/*.ts',
  ...['catalog', 'kernel/settings', 'programs'].map((name) => `apps/api/src/${name}`),
  'apps/mock/src',
];
/** Names of other software, values of examples, and what suppliers write in price lists that the service does not look for. */
const others = `
  conditions get_data hmac_sha256 newSecret oldSecret nodejs_compat npm npx pv-source redocly src Infinity rel
  pvp_live_ sonnendach-1 whsec_ZGVtby1zZWNyZXQtb2YtMjQtYnl0ZXMh AN-2026-00046
  Palette Rolle TStk Tsd MTZ TZ Kupferbasis Kupferpreis DEL-Notiz Cu-Zuschlag Metallzuschlag Frachtzuschlag
  Währung EK-Währung Währungskürzel`;

/** Dates and other numbers are none. */
const namesIn = (text) => text.match(/(?<!\d-?)[\p{L}_][\p{L}\p{N}_-]*/gu) ?? [];
const withoutComments = (code) => code.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*$/gm, '');

/** Keys of fields, values, and names of parameters, headers, schemas, operations and scopes. */
function* namesOf(node) {
  if (typeof node !== 'object' || node === null) return;
  const { properties = {}, enum: values = [], const: value, name, operationId, ApiKey: scopes } = node;
  yield* [...Object.keys(properties), ...values, value, name, operationId, scopes].flat();
  for (const part of Object.values(node)) yield* namesOf(part);
}

const files = execFileSync('git', ['ls-files', '-z', ...sources], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
const known = new Set([
  ...namesIn(others),
  ...Object.keys(JSON.parse(read('package.json')).scripts).flatMap(namesIn),
  ...documents.flatMap((document) => [
    ...namesOf(document),
    ...Object.keys(document.components.headers),
    ...Object.keys(document.components.schemas),
    ...Object.keys(document.paths).flatMap(namesIn),
  ]),
  ...files.flatMap((file) => namesIn(withoutComments(read(file)))),
]);

const events = documents.flatMap(({ webhooks = {} }) => Object.keys(webhooks));
const resources = new Set(events.map((event) => event.split('.')[0]));
const fields = new Set(
  documents.flatMap(({ components }) =>
    Object.values(components.schemas).flatMap((schema) => Object.keys(schema.properties ?? {})),
  ),
);

/** Whether a word looks like an event, such as `offer.accepted`, but is neither an event nor a field of a record. */
function isUnknownEvent(word) {
  const [, resource, name] = /^(\w+)\.(\w+)$/.exec(word) ?? [];
  return resources.has(resource) && !events.includes(word) && !fields.has(name);
}

const calls = documents.flatMap(operationsOf);

/** Whether an operation has this method, this path, which can begin with `…`, and the parameters of its query. */
function isCall(method, address) {
  const [path, query = ''] = address.split('?');
  const names = [...new URLSearchParams(query).keys()];
  return calls.some((call) => {
    const pattern = call.path.replace(/\{\w+\}/g, '[^/]+');
    const isPath = path.startsWith('…')
      ? call.path.endsWith(path.slice(1))
      : new RegExp(`^${pattern}$`).test(path);
    const has = (name) => call.parameters.some((parameter) => parameter.name === name);
    return isPath && (method === undefined || method.toLowerCase() === call.method) && names.every(has);
  });
}

/** The code words of a Markdown text, without its blocks of code, that contain an unknown name or call. */
export function* unknownWords(text, blocks) {
  const own = new Set(namesIn(blocks));
  for (const [, word] of text.matchAll(/`([^`\n]+)`/g)) {
    const [, method, address] =
      /^(?:(GET|POST|PATCH|PUT|DELETE) (?=[/…]))?((?:\/pages)?\/v1\/\S+|(?<= )\S+)$/.exec(word) ?? [];
    const names = known.has(word) || known.has(normalized(word)) ? [] : namesIn(word);
    const isKnown = (name) => known.has(name) || known.has(normalized(name)) || own.has(name);
    const isWrong = address === undefined ? !names.every(isKnown) : !isCall(method, address);
    if (isWrong || isUnknownEvent(word)) yield word;
  }
}
