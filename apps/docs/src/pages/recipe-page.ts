import type { Contract } from '../model/contract.ts';
import { inSite } from '../model/links.ts';
import type { Page } from '../model/page.ts';
import type { Workflow, WorkflowStep } from '../model/repository.ts';

/** Describes a workflow of Arazzo as steps with commands for a shell. Later commands use the values of former ones. */
export function recipePage(contract: Contract, { name, info, inputs, steps }: Workflow): Page {
  const { apiKey, ...others } = inputs;
  const variables = Object.entries(others).map(
    ([input, { description = '' }]) => `- \`${variable(input)}\`: ${description}\n`,
  );
  return {
    address: inSite(contract, `recipes/${name}.html`),
    kind: 'recipe',
    title: info.title,
    description: info.summary,
    contract,
    words: ['recipe', ...steps.map(({ operationId }) => operationId)],
    intro: [info.summary, info.description],
    main: [
      '## Before you start',
      `The commands need \`bash\`, \`curl\` and \`jq\`, and these variables:\n\n- \`BASE_URL\`: the address of the service or of the mock, without \`/v1\`.\n- \`API_KEY\`: ${apiKey?.description ?? ''}\n${variables.join('')}`,
      '## Steps',
      ...steps.flatMap((step, index) => stepText(contract, step, index + 1)),
    ],
  };
}

export function recipeList(contract: Contract, workflows: readonly Workflow[]): Page {
  return {
    address: inSite(contract, 'recipes.html'),
    kind: 'list',
    title: 'Recipes',
    description: 'Tasks of several calls, step by step.',
    contract,
    intro: [
      'Tasks of several calls, step by step. The steps run against the service in the tests of this API.',
    ],
    main: [
      workflows
        .map(
          ({ name, info }) =>
            `- [${info.title}](/${inSite(contract, `recipes/${name}.html`)}): ${info.summary}\n`,
        )
        .join(''),
    ],
  };
}

function stepText(contract: Contract, step: WorkflowStep, number: number): string[] {
  const { operationId, description = '', successCriteria } = step;
  const summary = contract.described.get(operationId)?.operation.summary ?? operationId;
  const expected = successCriteria.map(({ condition }) =>
    condition.replaceAll(/\$[\w.]+(#\/[\w/]+)?/g, inWords),
  );
  return [
    `### ${number}. ${summary}`,
    `${description} Operation: \`${operationId}\`.`.trim(),
    `\`\`\`sh\n${command(contract, step)}\n\`\`\``,
    `Expected: ${expected.map((one) => `\`${one}\``).join(', ')}.`,
  ];
}

/** Returns the command of a step, which stores its outputs in variables. */
function command(contract: Contract, step: WorkflowStep): string {
  const { stepId, operationId, parameters = [], requestBody, outputs = {} } = step;
  const { method = 'GET', path = '' } = contract.operations[operationId] ?? {};
  const value = (one: unknown) => shellTemplate(String(one));
  const valuesIn = (place: string) => parameters.filter((one) => one.in === place);
  const target = valuesIn('path').reduce(
    (text, one) => text.replace(`{${one.name}}`, value(one.value)),
    path,
  );
  const search = valuesIn('query').map((one) => `${one.name}=${value(one.value)}`);
  const query = search.length > 0 ? `?${search.join('&')}` : '';
  const isHeader = (source: string) => source.startsWith('$response.header.');
  const bodyOutputs = Object.entries(outputs).filter(([, source]) => !isHeader(source));
  const headerOutputs = Object.entries(outputs).filter(([, source]) => isHeader(source));
  const lines = [
    `curl --silent --show-error ${method === 'GET' ? '' : `--request ${method} `}"$BASE_URL${target}${query}"`,
    '--header "Authorization: Bearer $API_KEY"',
    ...valuesIn('header').map(
      (one) => `--header ${JSON.stringify(`${one.name}: `).slice(0, -1)}${value(one.value)}"`,
    ),
    ...(headerOutputs.length > 0 ? ['--dump-header headers.txt'] : []),
    ...(requestBody ? ["--header 'Content-Type: application/json'", '--data @- <<JSON'] : []),
  ].join(' \\\n  ');
  const body = requestBody ? `\n${shellTemplate(JSON.stringify(requestBody.payload, null, 2))}\nJSON` : '';
  const call = `${lines}${body}`;
  return [
    bodyOutputs.length > 0 ? `${stepId}=$(${call}${body && '\n'})` : call,
    ...bodyOutputs.map(
      ([name, source]) => `${stepId}_${name}=$(jq --raw-output '${jqPath(source)}' <<<"$${stepId}")`,
    ),
    ...headerOutputs.map(
      ([name, source]) =>
        `${stepId}_${name}=$(sed -n 's/^${source.replace('$response.header.', '')}: //Ip' headers.txt | tr -d '\\r')`,
    ),
  ].join('\n');
}

/** Replaces the expressions of Arazzo in a text by variables of the shell. */
function shellTemplate(text: string): string {
  return text.replaceAll(
    /\{?\$(?:steps\.(\w+)\.outputs\.(\w+)|inputs\.(\w+))\}?/g,
    (_, step: string | undefined, output: string | undefined, input = '') =>
      step === undefined ? `\${${variable(input)}}` : `\${${step}_${output}}`,
  );
}

/** `$response.body#/roofs/0/id` as a path of jq: `.roofs[0].id`. */
function jqPath(source: string): string {
  return source
    .replace('$response.body#', '')
    .replaceAll(/\/(\w+)/g, (_, key: string) => (/^\d/.test(key) ? `[${key}]` : `.${key}`));
}

function inWords(expression: string): string {
  if (expression === '$statusCode') return 'status';
  const [, step, output] = /^\$steps\.(\w+)\.outputs\.(\w+)/.exec(expression) ?? [];
  if (step !== undefined) return `${step}_${output}`;
  return jqPath(expression).replace('$response.header.', '');
}

function variable(input: string): string {
  return input.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
