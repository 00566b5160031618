import './style/pages.css';
import { type ComponentType, render } from 'preact';
import { type PagesClient, pagesClient, rootOf } from './api/pages-client.ts';
import { isEmbedded, reportHeight } from './embedding.ts';
import { chosenLanguage } from './texts/language.ts';
import { ReaderLanguage } from './texts/reader.ts';

/** Service and path of an opened page. */
export interface Opened {
  api: PagesClient;
  /** The address of the service, without a slash at the end. */
  root: string;
  /** The parts of the path after `/o/`, `/b/` or `/c/`: the token of a link, or the name of a company and what follows. */
  parts: readonly string[];
}

/** Shows a page. */
export function openPage(Page: ComponentType<Opened>): void {
  const language = chosenLanguage(location.search, navigator.languages);
  document.documentElement.lang = language;
  const root = rootOf(import.meta.url);
  const path = location.pathname.slice(new URL(root).pathname.replace(/\/$/, '').length);
  const parts = path.split('/').slice(2).filter(Boolean).map(decodeURIComponent);
  const place = document.getElementById('page');
  if (!place) return;
  if (isEmbedded()) reportHeight(place);
  render(
    <ReaderLanguage.Provider value={language}>
      <Page api={pagesClient(root)} root={root} parts={parts} />
    </ReaderLanguage.Provider>,
    place,
  );
}
