import { shownArticleNumber } from '../check-row.ts';
import { problem } from '../problem.ts';
import type { Action, Place, PriceListItem } from '../row.ts';
import { type Article, addPrice, newArticle, rowOfArticle } from './article.ts';
import { groupKey } from './discount.ts';
import type { DatanormRecord, DiscountStep, TextLine } from './record.ts';
import { newText, type Text } from './text.ts';

/**
 * Joins the records of one price list, of all its files: prices, texts and discounts may come before or after the article they
 * belong to. Everything is given in the order in which it is first named.
 */
export interface ArticleJoin {
  add(record: DatanormRecord, place: Place): void;
  /** Something that is settled already and only keeps its place in the order. */
  hold(item: PriceListItem): void;
  /** Whether there is nothing to give: no article, and nothing that is wrong or left out. */
  isEmpty(): boolean;
  /** What need not wait any longer. */
  released(): Generator<PriceListItem>;
  finish(): Generator<PriceListItem>;
}

/** An item is given when this many later ones are known, so that memory stays bounded for any length of list. */
const heldItems = 20_000;
const heldTexts = 50_000;
const heldGroups = 50_000;

const actions = new Map<string, Action>([
  ['N', 'NEW'],
  ['A', 'CHANGE'],
]);

function addLines(text: Text, lines: readonly TextLine[]): Text {
  for (const line of lines) text.add(line);
  return text;
}

export function joinArticles(): ArticleJoin {
  const held = new Map<string, Article | PriceListItem>();
  // A living iterator: one made anew each time would step over everything that was released.
  const oldest = held.entries();
  const texts = new Map<string, Text>();
  const groups = new Map<string, DiscountStep>();
  let items = 0;
  let dropsTexts = false;

  const hold = (item: PriceListItem): void => {
    items += 1;
    // Spaces, so that it is no number of an article.
    held.set(` item ${items} `, item);
  };

  const fail = (place: Place, written: string, ...error: Parameters<typeof problem>): void => {
    const articleNumber = shownArticleNumber(written);
    hold({
      kind: 'failed',
      ...place,
      ...(articleNumber !== undefined && { articleNumber }),
      errors: [problem(...error)],
    });
  };

  const articleOf = (articleNumber: string, place: Place, prefix = ''): Article => {
    const key = prefix + articleNumber.toLowerCase();
    const known = held.get(key);
    if (known && !('kind' in known)) return known;
    const article = newArticle(articleNumber, place);
    held.set(key, article);
    return article;
  };

  const settled = (entry: Article | PriceListItem): PriceListItem =>
    'kind' in entry
      ? entry
      : rowOfArticle(entry, texts.get(entry.main?.textKey ?? '')?.joined() ?? '', groups);

  const addToText = (key: string, lines: readonly TextLine[], place: Place): void => {
    if (key === '' || lines.length === 0) return;
    const text = texts.get(key);
    if (text) addLines(text, lines);
    else if (texts.size < heldTexts) texts.set(key, addLines(newText(), lines));
    else if (!dropsTexts) {
      dropsTexts = true;
      hold({ kind: 'skipped', ...place, count: 1, reason: problem('texts_dropped', null) });
    }
  };

  /** Whether the article is told to do something for the first time; a second time is a failure of its own. */
  const claim = (article: Article, action: Action, place: Place): boolean => {
    const { articleNumber, line } = article;
    if (article.action === null) {
      article.action = action;
      return true;
    }
    fail(place, articleNumber, 'duplicate_row', 'articleNumber', { line });
    return false;
  };

  const renumber = (articleNumber: string, rest: readonly string[], place: Place): void => {
    const [newArticleNumber, ...others] = rest.map((field) => field.trim()).filter((field) => field !== '');
    if (newArticleNumber === undefined || others.length > 0) {
      fail(place, articleNumber, 'invalid_renumbering', 'newArticleNumber');
      return;
    }
    const article = articleOf(articleNumber, place, ' renumber ');
    if (claim(article, 'RENUMBER', place)) article.newArticleNumber = newArticleNumber;
  };

  const addToArticle = (record: DatanormRecord & { articleNumber: string }, place: Place): void => {
    const { articleNumber } = record;
    if (articleNumber === '') {
      fail(place, '', 'missing_article_number', 'articleNumber');
      return;
    }
    switch (record.kind) {
      case 'article': {
        const action = actions.get(record.mark);
        if (action === undefined) fail(place, articleNumber, 'invalid_action', null, { value: record.mark });
        else {
          const article = articleOf(articleNumber, place);
          if (claim(article, action, place)) article.main = record;
        }
        return;
      }
      case 'deletion':
        claim(articleOf(articleNumber, place), 'DELETE', place);
        return;
      case 'renumbering':
        renumber(articleNumber, record.rest, place);
        return;
      case 'details':
        if (record.gtin !== '') articleOf(articleNumber, place).gtin = record.gtin;
        return;
      case 'dimension': {
        const article = articleOf(articleNumber, place);
        article.dimension = addLines(article.dimension ?? newText(), record.lines);
      }
    }
  };

  return {
    add(record, place) {
      switch (record.kind) {
        case 'prices':
          if (record.entries.length === 0) fail(place, '', 'missing_article_number', 'articleNumber');
          for (const entry of record.entries) {
            if (entry.articleNumber === '') fail(place, '', 'missing_article_number', 'articleNumber');
            else addPrice(articleOf(entry.articleNumber, place), entry);
          }
          return;
        case 'text':
          addToText(record.key, record.lines, place);
          return;
        case 'discountGroup':
          if (record.name !== '' && groups.size < heldGroups)
            groups.set(groupKey(record.name), record.discount);
          return;
        case 'unverifiedPrice':
        case 'ignored':
        case 'unknown':
        case 'end':
          return;
        default:
          addToArticle(record, place);
      }
    },
    hold,
    isEmpty: () => held.size === 0,
    *released() {
      while (held.size > heldItems) {
        const next = oldest.next();
        if (next.done) return;
        const [key, entry] = next.value;
        held.delete(key);
        yield settled(entry);
      }
    },
    *finish() {
      for (const entry of held.values()) yield settled(entry);
    },
  };
}
