import { contracts } from '../model/contract.ts';
import type { Page } from '../model/page.ts';
import { plainText } from './markdown.ts';
import { markdownAddress } from './text-page.ts';

const headings: [kind: Page['kind'], title: string][] = [
  ['guide', 'Guides'],
  ['recipe', 'Recipes'],
  ['list', 'Lists'],
  ['resource', 'Resources'],
  ['operation', 'Operations'],
  ['event', 'Events'],
  ['error', 'Error codes'],
];

/** Returns an index of the pages for language models, as specified by llmstxt.org. */
export function llmsText(pages: readonly Page[]): string {
  return [...contracts.values()]
    .map((contract) => {
      const { title, version, summary = '', description = '' } = contract.document.info;
      const own = pages.filter((page) => page.contract.name === contract.name);
      const level = contract.hasClient ? '#' : '##';
      const sections = headings.map(([kind, heading]) => {
        const entries = own.filter((page) => page.kind === kind).map(entry);
        return entries.length === 0 ? '' : `\n${level}# ${heading}\n\n${entries.join('')}`;
      });
      return `${level} ${title} ${version}\n\n> ${summary}\n\n${plainText(description)}\n${sections.join('')}`;
    })
    .join('\n');
}

function entry({ address, title, route, description, contract, words = [] }: Page): string {
  const name = route ? `${route.method} ${route.path}` : title;
  const [operationId = ''] = words;
  const scope = route && contract.operations[operationId]?.scope;
  const needed = scope ? ` Scope \`${scope}\`.` : '';
  return `- [${name}](${markdownAddress(address)}): ${route ? `${title}. ` : ''}${plainText(description)}${needed}\n`;
}
