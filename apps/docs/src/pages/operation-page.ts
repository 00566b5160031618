import { type DescribedResponse, jsonOf, resolveReference } from '@pv-planning/contract/document';
import { type Contract, examplesOf } from '../model/contract.ts';
import { fieldsOf, limitsOf, typeText } from '../model/fields.ts';
import { guideAddress, operationAddress, slug } from '../model/links.ts';
import type { Block, Fact, Page, TryForm } from '../model/page.ts';
import { credentialsOf, samplesOf } from '../model/samples.ts';

/** Describes one operation: its facts, its request, its responses, its errors, and samples. */
export function operationPage(contract: Contract, operationId: string): Page {
  const { operation, parameters, method, path } = placedOperation(contract, operationId);
  const request = jsonOf(operation.requestBody);
  const responses = Object.entries(operation.responses)
    .filter(([status]) => /^[23]/.test(status))
    .map(([status, response]) => ({
      status,
      response: resolveReference<DescribedResponse>(contract.document, response),
    }));
  const [paragraph = ''] = operation.description.split('\n');
  return {
    address: operationAddress(contract, operationId),
    kind: 'operation',
    title: operation.summary,
    description: paragraph,
    contract,
    route: { method: method.toUpperCase(), path },
    words: [operationId, ...operation.tags, ...searchWords(contract, operationId)],
    intro: [operation.description, { kind: 'facts', facts: factsOf(contract, operationId) }],
    side: [
      { kind: 'samples', samples: samplesOf(contract, operationId) },
      ...responses.flatMap(({ status, response }): Block[] => {
        const content = jsonOf(response);
        const examples = content ? examplesOf(contract, content) : [];
        const titled = examples.map(({ summary, value }) => ({ title: summary ?? 'Example', value }));
        return examples.length > 0
          ? [{ kind: 'examples', label: `Response ${status}`, examples: titled }]
          : [];
      }),
    ],
    main: [
      ...(parameters.length > 0 || request ? ['## Request'] : []),
      ...(['path', 'query', 'header'] as const).flatMap((place) =>
        parameterBlocks(contract, operationId, place),
      ),
      ...(request
        ? ['### Body', { kind: 'fields', variants: fieldsOf(contract, request.schema, 'body') } as const]
        : []),
      '## Response',
      ...responses.flatMap(({ status, response }): Block[] => {
        const content = jsonOf(response);
        const variants = content ? fieldsOf(contract, content.schema, status) : [];
        return [
          `### ${status}`,
          response.description,
          ...(variants.length > 0 ? [{ kind: 'fields', variants } as const] : []),
        ];
      }),
      ...errorBlocks(contract, operationId),
    ],
    form: formOf(contract, operationId),
  };
}

/** Words of questions that the texts do not contain. */
function searchWords(contract: Contract, operationId: string): string[] {
  const { entry, parameters } = placedOperation(contract, operationId);
  const names = parameters.map(({ name }) => name);
  return [
    ...names,
    ...(entry.scope === undefined ? [] : [`scope ${entry.scope}`]),
    ...(names.includes('limit') ? ['page through'] : []),
    ...(names.includes('updatedFrom') ? ['changed since'] : []),
  ];
}

function placedOperation(contract: Contract, operationId: string) {
  const placed = contract.described.get(operationId);
  const entry = contract.operations[operationId];
  if (placed === undefined || entry === undefined)
    throw new Error(`The contract has no operation ${operationId}.`);
  return { ...placed, entry };
}

function factsOf(contract: Contract, operationId: string): Fact[] {
  const { operation, entry } = placedOperation(contract, operationId);
  const { scope, hasBody, maxBodyMiB, timeLimitSeconds, concurrency, idempotent, readOnly, ifMatch } = entry;
  const facts: Fact[] = [];
  if (scope !== undefined) facts.push(['Scope', `\`${scope}\``]);
  if (contract.hasClient) facts.push(['Client', `\`client.${operationId}()\``]);
  const events = raisedEvents(contract, operationId);
  if (events.length > 0) facts.push(['Raises', events.map((event) => `\`${event}\``).join(', ')]);
  for (const [record, actions] of Object.entries(entry.actions)) {
    for (const action of actions) facts.push(...stateFacts(contract, record, action));
  }
  if (!readOnly && idempotent) facts.push(['Retry', 'Safe with the same `Idempotency-Key`.']);
  if (ifMatch)
    facts.push(['Concurrency', 'With `If-Match`, only the version that you have read is changed.']);
  const limits = [
    ...(hasBody ? [`Body at most ${maxBodyMiB} MiB.`] : []),
    ...(concurrency ? [`${concurrency.perTenant} at a time per company; further requests wait.`] : []),
    ...(timeLimitSeconds === null ? [] : [`Time limit ${timeLimitSeconds} s.`]),
    ...entry.limits.map(
      ({ by, requests, seconds, counts }) =>
        `${requests} ${counts ?? 'requests'} in ${seconds} s per ${callers[by] ?? by}.`,
    ),
  ];
  if (limits.length > 0) facts.push(['Limits', limits.join(' ')]);
  const guides = contract.guides.filter(({ name }) =>
    operation.description.toLowerCase().includes(`#tag/${slug(name)}`),
  );
  if (guides.length > 0) {
    facts.push([
      'Guides',
      guides.map(({ name }) => `[${name}](/${guideAddress(contract, name)})`).join(', '),
    ]);
  }
  return facts;
}

/** Who a rate limit counts. */
const callers: Readonly<Record<string, string>> = {
  address: 'client address',
  caller: 'link',
  network: 'network',
  tenant: 'company',
  'tenant-network': 'company and network',
};

/** Returns the states in which an action is possible, if it is not in all of them. */
function stateFacts({ states }: Contract, record: string, action: string): Fact[] {
  const { actions = {}, states: all = {}, when = {} } = states[record] ?? {};
  const outcomes = Object.entries(actions[action] ?? {});
  const possible = outcomes.filter(([, next]) => next === null || Object.hasOwn(all, next));
  if (possible.length === outcomes.length) return [];
  const codes = [
    ...new Set(outcomes.flatMap(([, next]) => (next !== null && !Object.hasOwn(all, next) ? [next] : []))),
  ];
  const from = possible.map(([state, next]) =>
    next === state || next === null ? `\`${state}\`` : `\`${state}\`, which becomes \`${next}\``,
  );
  const condition = when[action] === undefined ? '' : ` (${when[action]})`;
  const noun = record.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = `State of the ${noun}`;
  const otherwise = codes.map((code) => `\`${code}\``).join(' or ');
  return [[label, `${from.join('; ')}${condition}. Otherwise ${otherwise}.`]];
}

/** The events that the description of an operation says it raises. */
export function raisedEvents(contract: Contract, operationId: string): string[] {
  const { operation } = placedOperation(contract, operationId);
  const names = [...operation.description.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => Object.hasOwn(contract.events, name));
}

function parameterBlocks(
  contract: Contract,
  operationId: string,
  place: 'path' | 'query' | 'header',
): Block[] {
  const parameters = placedOperation(contract, operationId).parameters.filter((one) => one.in === place);
  if (parameters.length === 0) return [];
  const fields = parameters.map(({ name, schema, required = false, description, example }) => {
    const item = resolveReference(contract.document, schema.items ?? schema);
    return {
      name,
      id: `${place}.${name}`,
      type: typeText(contract, schema),
      required,
      description,
      limits: limitsOf(resolveReference(contract.document, schema)),
      values: (item.enum ?? []).map((value) => String(value)),
      ...(example !== undefined && { example: Array.isArray(example) ? example.join(',') : String(example) }),
      variants: [],
    };
  });
  const title = { path: 'Path', query: 'Query', header: 'Headers' }[place];
  return [`### ${title}`, { kind: 'fields', variants: [{ fields }] }];
}

/** Lists the codes of the operation, those that few operations have first. */
function errorBlocks(contract: Contract, operationId: string): Block[] {
  const { entry } = placedOperation(contract, operationId);
  const operations = Object.values(contract.operations);
  const isCommon = (code: string) => operations.every(({ errors }) => errors.includes(code));
  const table = (codes: string[]) =>
    `| Status | Code | When, and what to do |\n|---|---|---|\n${codes
      .map((code) => {
        const { status, meaning, remedy } = contract.errors[code] ?? { status: 0, meaning: '', remedy: '' };
        return `| ${status} | \`${code}\` | ${cell(meaning)} **${cell(remedy)}** |\n`;
      })
      .join('')}`;
  const common = entry.errors.filter(isCommon);
  const own = entry.errors.filter((code) => !isCommon(code));
  return [
    '## Errors',
    ...(own.length > 0 ? [table(own)] : []),
    ...(common.length > 0 ? ['### Errors of every operation', table(common)] : []),
  ];
}

/** A text as a cell of a table. */
export function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function formOf(contract: Contract, operationId: string): TryForm {
  const { operation, parameters, method, path } = placedOperation(contract, operationId);
  const content = jsonOf(operation.requestBody);
  return {
    method: method.toUpperCase(),
    path,
    secured: credentialsOf(contract, operation).some(([name]) => name === 'Authorization'),
    parameters: parameters.map((one) => ({
      name: one.name,
      in: one.in,
      required: one.required === true,
      type: typeText(contract, one.schema),
      example: one.in === 'path' || one.required ? String(one.example ?? '') : '',
    })),
    ...(content && { body: examplesOf(contract, content)[0]?.value ?? {} }),
  };
}
