import { mainDocument } from '@pv-planning/contract/documents';
import { contracts } from '../model/contract.ts';
import { inSite, link } from '../model/links.ts';
import type { Page } from '../model/page.ts';
import { type Html, html } from './html.ts';

interface Group {
  title: string;
  entries: Entry[];
}

/** A page of the navigation, with those below it, which are shown while one of them is open. */
interface Entry {
  page: Page;
  below: Page[];
}

/** Groups the pages for the navigation: each document's guides, lists and resources. */
export function navigationOf(pages: readonly Page[]): Group[] {
  return [...contracts.values()].flatMap((contract) => {
    const own = pages.filter((page) => page.contract.name === contract.name);
    const ofKind = (kind: Page['kind']) => own.filter((page) => page.kind === kind);
    const below: Record<string, Page[]> = {
      [inSite(contract, 'recipes.html')]: ofKind('recipe'),
      [inSite(contract, 'webhooks.html')]: ofKind('event'),
      [inSite(contract, 'errors.html')]: ofKind('error'),
    };
    const start: Group = {
      title: contract.document.info.title,
      entries: [...ofKind('overview'), ...ofKind('guide')].map((page) => ({ page, below: [] })),
    };
    const lists: Group = {
      title: contract.name === mainDocument ? 'Look up' : '',
      entries: ofKind('list').map((page) => ({ page, below: below[page.address] ?? [] })),
    };
    const resources = ofKind('resource').map((page): Entry => {
      return { page, below: ofKind('operation').filter(({ words }) => words?.includes(page.title)) };
    });
    const grouped = Map.groupBy(
      resources,
      ({ page }) =>
        (contract.document['x-tagGroups'] ?? []).find(({ tags }) => tags.includes(page.title))?.name ?? '',
    );
    return [start, lists, ...[...grouped].map(([title, entries]) => ({ title, entries }))];
  });
}

export function navigation(groups: readonly Group[], { address }: Page): Html {
  const anchor = (page: Page, text: Html | string) =>
    html`<a href="${link(address, page.address)}"${page.address === address && html` aria-current="page"`}>${text}</a>`;
  return html`${groups.map(
    ({ title, entries }) =>
      html`${title !== '' && html`<h2>${title}</h2>`}<ul>${entries.map(({ page, below }) => {
        const isOpen = [page, ...below].some((one) => one.address === address);
        return html`<li>${anchor(page, page.kind === 'overview' ? 'Overview' : page.title)}${
          isOpen &&
          below.length > 0 &&
          html`<ul>${below.map((one) => html`<li>${anchor(one, entryText(one))}</li>`)}</ul>`
        }</li>`;
      })}</ul>`,
  )}`;
}

function entryText({ title, route, kind }: Page): Html | string {
  if (route) return html`<span>${title}</span> ${methodLabel(route.method)}`;
  return kind === 'error' || kind === 'event' ? html`<code>${title}</code>` : title;
}

export function methodLabel(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}
