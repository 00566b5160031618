import type { Contract } from '../model/contract.ts';
import { inSite, resourceAddress } from '../model/links.ts';
import type { Page } from '../model/page.ts';
import type { Term } from '../model/repository.ts';
import { resourceOf, resourceTags } from '../model/resources.ts';
import { headingsOf } from '../output/markdown.ts';

/** The first page of a document. */
export function overviewPage(contract: Contract): Page {
  const { title, summary = '', description = '', version } = contract.document.info;
  const resources = resourceTags(contract).map(
    ({ name, description: text = '' }) =>
      `- [${name}](/${resourceAddress(contract, name)}): ${text.split('\n')[0]}\n`,
  );
  const files = ['openapi.json', 'openapi.yaml'].map((file) => `[\`${file}\`](/${inSite(contract, file)})`);
  return {
    address: inSite(contract, 'index.html'),
    kind: 'overview',
    title,
    description: summary,
    contract,
    intro: [description],
    main: [
      ...(contract.hasClient ? ['## First call', firstCall, '## First event', firstEvent] : []),
      '## Resources',
      resources.join(''),
      '## The contract as a file',
      `Version ${version}, OpenAPI 3.1: ${files.join(', ')}. [\`llms.txt\`](/llms.txt) lists all pages for language models; each page is also there as Markdown: replace \`.html\` in its address by \`.md\`.`,
    ],
  };
}

const firstCall = `The mock answers with the examples of this reference, accepts any key and stores nothing. Start it in a clone of the repository
with \`npm run mock\`; or use the address and the key that your planner shows.

\`\`\`sh
export BASE_URL=http://127.0.0.1:4010 API_KEY=pvp_live_anything
curl "$BASE_URL/v1/customers?limit=2" --header "Authorization: Bearer $API_KEY"
\`\`\`

[Authentication](#tag/Authentication) explains keys and scopes, [Lists](#tag/Lists) how to page, [Errors](#tag/Errors) what can go
wrong. Every operation has samples for curl, TypeScript, Python and PHP, and a form that sends a request.`;

const firstEvent = `Copy [a receiver](#tag/Webhooks) in your language, start it, and let the mock send a signed event to it:

\`\`\`sh
WEBHOOK_SECRET=whsec_ZGVtby1zZWNyZXQtb2YtMjQtYnl0ZXMh PORT=4000 node receiver.mjs &
npm run mock -- events --to http://127.0.0.1:4000/webhooks --secret whsec_ZGVtby1zZWNyZXQtb2YtMjQtYnl0ZXMh --type customer.created
\`\`\``;

/** German words of the trade, and the English ones of the contract. */
export function glossaryPage(contract: Contract, terms: readonly Term[]): Page {
  return {
    address: 'glossary.html',
    kind: 'list',
    title: 'Glossary German–English',
    description: 'German terms of the trade, and the terms of this API.',
    contract,
    intro: ['German terms of the trade, and the terms of this API.'],
    main: [
      `| German | English |\n|---|---|\n${terms
        .map((term) => {
          const resource = resourceOf(contract, term);
          const more =
            resource === undefined ? '' : `, see [${resource}](/${resourceAddress(contract, resource)})`;
          return `| ${term.german} | ${term.english}${more} |\n`;
        })
        .join('')}`,
    ],
  };
}

export function changelogPage(contract: Contract, text: string): Page {
  return {
    address: 'changelog.html',
    kind: 'list',
    title: 'Changelog',
    description: 'What has changed in the contract.',
    contract,
    intro: headingsOf(text).length > 2 ? [{ kind: 'contents', headings: headingsOf(text) }] : [],
    main: [text],
  };
}
