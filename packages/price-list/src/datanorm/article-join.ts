import { shownArticleNumber } from '../check-row.ts';
import { problem } from '../problem.ts';
import type { Action, PriceListItem, SourceLine } from '../row.ts';
import { type Article, addPrice, newArticle, rowOfArticle } from './article.ts';
import { groupKey } from './discount.ts';
import type { DatanormRecord, DiscountStep, TextLine } from './record.ts';
import { joinedText } from './text.ts';

/** Joins the records of all files of a price list: prices, texts and discounts may precede or follow their article. */
export interface ArticleJoin {
  add(record: DatanormRecord, source: SourceLine): void;
  /** Adds an item that needs no joining; the order is kept. */
  hold(item: PriceListItem): void;
  /** Number of articles and other items. */
  size(): number;
  /** All items, in the order in which they first occur. */
  items(): Generator<PriceListItem>;
}

/** Article numbers are case-insensitive. */
function keyOf(articleNumber: string): string {
  return articleNumber.toLowerCase();
}

export function joinArticles(): ArticleJoin {
  const held = new Map<string, Article | PriceListItem>();
  const texts = new Map<string, TextLine[]>();
  const groups = new Map<string, DiscountStep>();
  /** The type of the record that states a surcharge, by article key. */
  const surcharges = new Map<string, string>();

  // Keys with spaces cannot collide with article numbers, which are trimmed.
  const hold = (item: PriceListItem): void => {
    held.set(` item ${held.size} `, item);
  };

  const fail = (source: SourceLine, written: string, ...error: Parameters<typeof problem>): void => {
    const articleNumber = shownArticleNumber(written);
    hold({
      kind: 'failed',
      ...source,
      ...(articleNumber !== undefined && { articleNumber }),
      errors: [problem(...error)],
    });
  };

  const articleOf = (articleNumber: string, source: SourceLine, prefix = ''): Article => {
    const key = prefix + keyOf(articleNumber);
    const known = held.get(key);
    if (known && !('kind' in known)) return known;
    const article = newArticle(articleNumber, source);
    held.set(key, article);
    return article;
  };

  /** A second action for the same article is a separate failed item. */
  const claim = (article: Article, action: Action, source: SourceLine): boolean => {
    const { articleNumber, line } = article;
    if (article.action === null) {
      article.action = action;
      return true;
    }
    fail(source, articleNumber, 'duplicate_row', 'articleNumber', { line });
    return false;
  };

  const renumber = (articleNumber: string, newNumbers: readonly string[], source: SourceLine): void => {
    const [newArticleNumber, ...others] = newNumbers;
    if (newArticleNumber === undefined || others.length > 0) {
      fail(source, articleNumber, 'invalid_renumbering', 'newArticleNumber');
      return;
    }
    const article = articleOf(articleNumber, source, ' renumber ');
    if (claim(article, 'RENUMBER', source)) article.newArticleNumber = newArticleNumber;
  };

  const addToArticle = (record: DatanormRecord & { articleNumber: string }, source: SourceLine): void => {
    const { articleNumber } = record;
    if (articleNumber === '') {
      fail(source, '', 'missing_article_number', 'articleNumber');
      return;
    }
    switch (record.kind) {
      case 'article': {
        const article = articleOf(articleNumber, source);
        if (claim(article, record.action === 'N' ? 'NEW' : 'CHANGE', source)) article.main = record;
        return;
      }
      case 'deletion':
        claim(articleOf(articleNumber, source), 'DELETE', source);
        return;
      case 'renumbering':
        renumber(articleNumber, record.newNumbers, source);
        return;
      case 'invalidAction':
        fail(source, articleNumber, 'invalid_action', null, { value: record.action });
        return;
      case 'supplement':
        if (record.hasCopper) surcharges.set(keyOf(articleNumber), 'B');
        if (record.gtin !== '') articleOf(articleNumber, source).gtin = record.gtin;
        return;
      case 'surcharge':
        surcharges.set(keyOf(articleNumber), 'Z');
        return;
      case 'dimension':
        articleOf(articleNumber, source).dimension.push(...record.lines);
    }
  };

  return {
    add(record, source) {
      switch (record.kind) {
        case 'prices':
          if (record.entries.length === 0) fail(source, '', 'missing_article_number', 'articleNumber');
          for (const entry of record.entries) {
            if (entry.articleNumber === '') fail(source, '', 'missing_article_number', 'articleNumber');
            else addPrice(articleOf(entry.articleNumber, source), entry);
          }
          return;
        case 'text': {
          const lines = texts.get(record.key);
          if (lines) lines.push(...record.lines);
          else if (record.key !== '') texts.set(record.key, [...record.lines]);
          return;
        }
        case 'discountGroup':
          if (record.name !== '') groups.set(groupKey(record.name), record.discount);
          return;
        case 'ignored':
        case 'unknown':
        case 'end':
          return;
        default:
          addToArticle(record, source);
      }
    },
    hold,
    size: () => held.size,
    *items() {
      const longTexts = new Map([...texts].map(([key, lines]) => [key, joinedText(lines)]));
      for (const entry of held.values()) {
        if ('kind' in entry) yield entry;
        else {
          const longText = longTexts.get(entry.main?.textKey ?? '') ?? '';
          const surcharge = surcharges.get(keyOf(entry.articleNumber));
          yield rowOfArticle(entry, longText, surcharge, groups);
        }
      }
    },
  };
}
