import '../browser/search.js';
import MiniSearch, { type Options } from 'minisearch';
import { type Contract, contracts } from '../model/contract.ts';
import type { Field, Variant } from '../model/fields.ts';
import type { Page } from '../model/page.ts';
import type { Term } from '../model/repository.ts';
import { resourceOf } from '../model/resources.ts';
import { headingsOf, plainText } from './markdown.ts';

/** What the search finds: a page, a section of a guide, a field, or a term of the glossary. */
export interface SearchRecord {
  id: number;
  title: string;
  kind: Page['kind'] | 'field' | 'term';
  /** Shown below the title. */
  note: string;
  address: string;
  /** Further names, which count more than the text. */
  names: string;
  text: string;
  /** By how much the record is preferred. */
  weight: number;
}

type Draft = Omit<SearchRecord, 'id' | 'weight'>;

const weights: Readonly<Record<SearchRecord['kind'], number>> = {
  operation: 1.5,
  term: 1.5,
  guide: 1.4,
  error: 1.3,
  event: 1.2,
  recipe: 1.2,
  resource: 1,
  overview: 1,
  list: 1,
  field: 0.6,
};

declare global {
  // The search of the browser, which is a script without modules so that it also loads from a disk.
  var siteSearch: {
    options: Options<SearchRecord>;
    find(index: MiniSearch<SearchRecord>, text: string): Pick<SearchRecord, 'title' | 'kind' | 'address'>[];
  };
}

/** Returns the index as a script, which loads from a disk, too. */
export function searchScript(pages: readonly Page[], main: Contract, terms: readonly Term[]): string {
  return `window.searchIndex = ${JSON.stringify(searchIndex(pages, main, terms))};\n`;
}

export function searchIndex(
  pages: readonly Page[],
  main: Contract,
  terms: readonly Term[],
): MiniSearch<SearchRecord> {
  const drafts = [
    ...pages.flatMap((page) => [pageRecord(page, main, terms), ...sectionRecords(page)]),
    ...fieldRecords(pages),
    ...terms.map(({ german, english }) => termRecord(german, english)),
  ];
  const index = new MiniSearch<SearchRecord>(globalThis.siteSearch.options);
  const others = [...contracts.values()].filter((one) => one !== main).map(({ name }) => `${name}/`);
  const isOther = ({ address }: Draft) => others.some((folder) => address.startsWith(folder));
  index.addAll(
    drafts.map((draft, id) => ({ id, ...draft, weight: weights[draft.kind] * (isOther(draft) ? 0.7 : 1) })),
  );
  return index;
}

function pageRecord(page: Page, main: Contract, terms: readonly Term[]): Draft {
  const { title, kind, route, description, address, words = [], intro } = page;
  const german = terms.filter(
    (term) => kind === 'resource' && page.contract === main && resourceOf(main, term) === title,
  );
  const place = route ? `${route.method} ${route.path}` : plainText(description);
  return {
    title,
    kind,
    note: (page.contract === main ? place : `${place} · ${page.contract.document.info.title}`).slice(0, 110),
    address,
    names: [...words, route?.path ?? '', ...german.map((term) => term.german)].join(' '),
    text: plainText([description, ...intro.filter((block) => typeof block === 'string')].join(' ')),
  };
}

/** The sections of a guide, found by the title of the guide and of the section above, too. */
function sectionRecords({ kind, title, address, main }: Page): Draft[] {
  const [text] = main;
  if (kind !== 'guide' || typeof text !== 'string') return [];
  let above = '';
  return headingsOf(text).map(({ level, id, text: heading, body }) => {
    const path = level === 3 ? [title, above] : [title];
    if (level === 2) above = heading;
    return {
      title: heading,
      kind,
      note: path.join(' › '),
      address: `${address}#${id}`,
      names: path.join(' '),
      text: plainText(body),
    };
  });
}

/** A record for each field with a description of its own, at the first place where it stands. */
function fieldRecords(pages: readonly Page[]): Draft[] {
  const records = new Map<string, Draft>();
  for (const { address, title, main } of pages) {
    const visit = ({ name, id, description, values, variants }: Field) => {
      const key = `${name} ${description}`;
      if (description !== '' && !records.has(key)) {
        const text = plainText(description);
        records.set(key, {
          title: name,
          kind: 'field',
          note: title,
          address: `${address}#${id}`,
          names: '',
          text: `${text} ${values.join(' ')}`,
        });
      }
      for (const variant of variants) visitAll(variant);
    };
    const visitAll = ({ fields }: Variant) => fields.forEach(visit);
    for (const block of main)
      if (typeof block !== 'string' && block.kind === 'fields') block.variants.forEach(visitAll);
  }
  return [...records.values()];
}

function termRecord(german: string, english: string): Draft {
  const text = plainText(english);
  return { title: german, kind: 'term', note: text, address: 'glossary.html', names: text, text: '' };
}
