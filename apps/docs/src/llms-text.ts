import type { Contract } from './contract.ts';
import { errorsPage, guidePage, referencePage, scopesPage, webhooksPage } from './links.ts';

/** Returns the address of a guide in Markdown. */
export function guideText(name: string): string {
  return guidePage(name).replace(/html$/, 'md');
}

/** Returns an index of the documentation for language models, as specified by llmstxt.org. */
export function llmsText(contract: Contract): string {
  const { document, operations, described, webhooks, guides, hasClient } = contract;
  const { title, version, summary = '', description = '' } = document.info;
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
- [Events](${webhooksPage}): when each is sent and what it contains
- [Error codes](${errorsPage}): their meaning and what to do
- [Scopes](${scopesPage}): what API keys are allowed to do

## Operations

${[...described.values()]
  .map(({ operation: { operationId, summary: text } }) => {
    const { method = '', path = '', scope } = operations[operationId] ?? {};
    const needed = scope === undefined ? '' : `; scope \`${scope}\``;
    return `- \`${method} ${path}\`: ${text}${needed}, ${hasClient ? 'client' : 'operation'} \`${operationId}\``;
  })
  .join('\n')}

## Events

${webhooks.map(([event, { description: text }]) => `- \`${event}\`: ${text}`).join('\n')}
`;
}
