import { stringify } from 'yaml';
import type { Contract } from './contract.ts';
import { type Address, referencePage, siteLinks } from './links.ts';
import { guideText, llmsText } from './llms-text.ts';
import { errorsPageOf } from './pages/errors-page.ts';
import { guidePages } from './pages/guide-pages.ts';
import { scopesPageOf } from './pages/scopes-page.ts';
import { webhooksPageOf } from './pages/webhooks-page.ts';
import { referenceHtml } from './redoc.ts';
import { referenceDocument } from './reference-document.ts';
import { page } from './shell.ts';

/** Returns all files of the reference site of a document by path. The output depends only on the document. */
export function site(contract: Contract): Map<Address, string> {
  const pages = [
    ...guidePages(contract),
    ...(contract.webhooks.length > 0 ? [webhooksPageOf(contract)] : []),
    errorsPageOf(contract),
    ...(Object.keys(contract.scopes).length > 0 ? [scopesPageOf(contract)] : []),
  ];
  return new Map([
    [referencePage, referenceHtml(contract, referenceDocument(contract))],
    ...pages.map((one): [Address, string] => [one.address, page(contract, one)]),
    ...contract.guides.map(({ name, description = '' }): [Address, string] => {
      const address = guideText(name);
      return [address, `# ${name}\n\n${siteLinks(contract, description, address)}\n`];
    }),
    ['openapi.json', contract.json],
    ['openapi.yaml', stringify(contract.document, { aliasDuplicateObjects: false })],
    ['llms.txt', llmsText(contract)],
  ]);
}
