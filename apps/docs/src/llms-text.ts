import type { Contract } from './contract.ts';
import { errorsPage, guidePage, referencePage, scopesPage, webhooksPage } from './links.ts';

/** Returns the address of a guide in Markdown. */
export function guideText(name: string): string {
  return guidePage(name).replace(/html$/, 'md');
}

/** A section of the index, or nothing without entries. */
function section(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : `\n## ${title}\n\n${entries.map((entry) => `- ${entry}\n`).join('')}`;
}

/** Returns an index of the documentation for language models, as specified by llmstxt.org. */
export function llmsText(contract: Contract): string {
  const { document, operations, described, webhooks, guides, scopes, hasClient } = contract;
  const { title, version, summary = '', description = '' } = document.info;
  const hasEvents = webhooks.length > 0;
  const hasScopes = Object.keys(scopes).length > 0;
  return `# ${title} ${version}

> ${summary}

${description}
${section('Contract', [
  `[OpenAPI 3.1, JSON](openapi.json): every operation${hasEvents ? ', event' : ''} and schema`,
  '[OpenAPI 3.1, YAML](openapi.yaml): the same',
])}${section(
  'Guides',
  guides.map(({ name }) => `[${name}](${guideText(name)})`),
)}${section('Pages', [
  `[Reference](${referencePage}): every operation with samples`,
  ...(hasEvents ? [`[Events](${webhooksPage}): when each is sent and what it contains`] : []),
  `[Error codes](${errorsPage}): their meaning and what to do`,
  ...(hasScopes ? [`[Scopes](${scopesPage}): what API keys are allowed to do`] : []),
])}${section(
  'Operations',
  [...described.values()].map(({ operation: { operationId, summary: text } }) => {
    const { method = '', path = '', scope } = operations[operationId] ?? {};
    const needed = scope === undefined ? '' : `; scope \`${scope}\``;
    return `\`${method} ${path}\`: ${text}${needed}, ${hasClient ? 'client' : 'operation'} \`${operationId}\``;
  }),
)}${section(
  'Events',
  webhooks.map(([event, { description: text }]) => `\`${event}\`: ${text}`),
)}`;
}
