import { type OperationId, operations } from '@pv-planning/contract';
import { contract, describedOperations, guides, webhooks } from './contract.ts';
import { errorsPage, guidePage, referencePage, scopesPage, webhooksPage } from './links.ts';

/** Where the text of a guide stands as Markdown. */
export function guideText(name: string): string {
  return guidePage(name).replace(/html$/, 'md');
}

/** A map of the documentation for language models, after llmstxt.org. */
export function llmsText(): string {
  const { title, version, summary, description } = contract.info;
  return `# ${title} ${version}

> ${summary}

${description}

## Contract

- [OpenAPI 3.1, JSON](openapi.json): every operation, event and schema
- [OpenAPI 3.1, YAML](openapi.yaml): the same

## Guides

${guides.map(({ name }) => `- [${name}](${guideText(name)})`).join('\n')}

## Pages

- [Reference](${referencePage}): every operation with samples
- [Events](${webhooksPage}): when each is sent, what it holds
- [Error codes](${errorsPage}): what each means, what to do
- [Scopes](${scopesPage}): what an API key may do

## Operations

${describedOperations
  .map(({ operationId, summary: text }) => {
    const { method, path, scope } = operations[operationId as OperationId];
    return `- \`${method} ${path}\`: ${text}; scope \`${scope}\`, client \`${operationId}\``;
  })
  .join('\n')}

## Events

${webhooks.map(([event, { description: text }]) => `- \`${event}\`: ${text}`).join('\n')}
`;
}
