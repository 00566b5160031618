import { mainDocument } from '@pv-planning/contract/documents';
import { stringify } from 'yaml';
import { type Contract, contracts } from './model/contract.ts';
import { type Address, inSite } from './model/links.ts';
import type { Page } from './model/page.ts';
import { changelog, glossary, workflows } from './model/repository.ts';
import { htmlPage } from './output/html-page.ts';
import { llmsText } from './output/llms-text.ts';
import { movedScript } from './output/moved.ts';
import { navigation, navigationOf } from './output/navigation.ts';
import { searchScript } from './output/search-index.ts';
import { markdownAddress, textPage } from './output/text-page.ts';
import { eventList, guidePages, resourcePages, scopeList } from './pages/contract-pages.ts';
import { errorList, errorPages } from './pages/error-pages.ts';
import { eventPage } from './pages/event-page.ts';
import { operationPage } from './pages/operation-page.ts';
import { recipeList, recipePage } from './pages/recipe-page.ts';
import { changelogPage, glossaryPage, overviewPage } from './pages/site-pages.ts';

/** Returns all pages of the documents. */
export function pagesOf(all: Iterable<Contract>): Page[] {
  return [...all].flatMap((contract) => [
    overviewPage(contract),
    ...guidePages(contract),
    ...(contract.name === mainDocument ? repositoryPages(contract) : []),
    ...(contract.webhooks.length > 0 ? [eventList(contract)] : []),
    ...contract.webhooks.map(([event, webhook]) => eventPage(contract, event, webhook)),
    errorList(contract),
    ...errorPages(contract),
    ...(Object.keys(contract.scopes).length > 0 ? [scopeList(contract)] : []),
    ...resourcePages(contract),
    ...[...contract.described.keys()].map((id) => operationPage(contract, id)),
  ]);
}

function repositoryPages(contract: Contract): Page[] {
  const recipes = workflows();
  return [
    recipeList(contract, recipes),
    ...recipes.map((recipe) => recipePage(contract, recipe)),
    glossaryPage(contract, glossary()),
    changelogPage(contract, changelog()),
  ];
}

/** Returns all files of the site, except for its scripts and styles, by address. */
export function site(): Map<Address, string> {
  const pages = pagesOf(contracts.values());
  const groups = navigationOf(pages);
  const main = contracts.get(mainDocument);
  if (main === undefined) throw new Error(`The contract has no document ${mainDocument}.`);
  const product = main.document.info.title;
  return new Map([
    ...pages.map((page): [Address, string] => [
      page.address,
      htmlPage(page, product, navigation(groups, page)),
    ]),
    ...pages.map((page): [Address, string] => [markdownAddress(page.address), textPage(page)]),
    ...[...contracts.values()].flatMap((contract): [Address, string][] => [
      [inSite(contract, 'openapi.json'), contract.json],
      [inSite(contract, 'openapi.yaml'), stringify(contract.document, { aliasDuplicateObjects: false })],
    ]),
    ['llms.txt', llmsText(pages)],
    ['assets/moved.js', movedScript(contracts.values())],
    ['assets/search-index.js', searchScript(pages, main, glossary())],
  ]);
}
