import { stringify } from 'yaml';
import { contract, contractJson, guides } from './contract.ts';
import { type Address, referencePage, siteLinks } from './links.ts';
import { guideText, llmsText } from './llms-text.ts';
import { errorsPageOf } from './pages/errors-page.ts';
import { guidePages } from './pages/guide-pages.ts';
import { scopesPageOf } from './pages/scopes-page.ts';
import { webhooksPageOf } from './pages/webhooks-page.ts';
import { referenceHtml } from './redoc.ts';
import { referenceDocument } from './reference-document.ts';
import { page } from './shell.ts';

/** Every file of the published reference, by its address. The same contract makes the same files. */
export function site(): Map<Address, string> {
  const pages = [...guidePages(), webhooksPageOf(), errorsPageOf(), scopesPageOf()];
  return new Map([
    [referencePage, referenceHtml(referenceDocument())],
    ...pages.map((one): [Address, string] => [one.address, page(one)]),
    ...guides.map(({ name, description = '' }): [Address, string] => {
      const address = guideText(name);
      return [address, `# ${name}\n\n${siteLinks(description, address)}\n`];
    }),
    ['openapi.json', contractJson],
    ['openapi.yaml', stringify(contract, { aliasDuplicateObjects: false })],
    ['llms.txt', llmsText()],
  ]);
}
