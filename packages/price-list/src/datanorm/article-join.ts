import { problem } from '../problem.ts';
import type { Place, PriceListItem } from '../row.ts';
import { type Article, addPrice, newArticle, rowOfArticle } from './article.ts';
import { groupKey } from './discount.ts';
import type { DatanormRecord, DiscountStep, TextLine } from './record.ts';

/**
 * Joins the records of one price list, of all its files: prices, texts and discounts may come before or after the article they
 * belong to. Articles are given in the order they are first named.
 */
export interface ArticleJoin {
  /** Takes a record, and gives what is thereby settled. */
  add(record: DatanormRecord, place: Place): Generator<PriceListItem>;
  finish(): Generator<PriceListItem>;
}

/** An article is given when this many later ones are known, so that memory stays bounded for any length of list. */
const HELD_ARTICLES = 20_000;
const HELD_TEXT_LINES = 500_000;
const HELD_GROUPS = 50_000;

const actions: Record<string, 'NEW' | 'CHANGE'> = { N: 'NEW', A: 'CHANGE' };

export function joinArticles(): ArticleJoin {
  const articles = new Map<string, Article>();
  const texts = new Map<string, TextLine[]>();
  const groups = new Map<string, DiscountStep>();
  let textLines = 0;

  const articleOf = (articleNumber: string, place: Place, prefix = ''): Article => {
    const key = prefix + articleNumber.toUpperCase();
    const known = articles.get(key);
    if (known) return known;
    const article = newArticle(articleNumber, place);
    articles.set(key, article);
    return article;
  };

  const settled = (article: Article) =>
    rowOfArticle(article, texts.get(article.main?.textKey ?? '') ?? [], groups);

  /** Adds lines to a text, unless too many are held already. */
  function* keep(lines: readonly TextLine[], kept: TextLine[], place: Place): Generator<PriceListItem> {
    if (textLines < HELD_TEXT_LINES) kept.push(...lines);
    else if (textLines < Number.POSITIVE_INFINITY) {
      textLines = Number.POSITIVE_INFINITY;
      yield { kind: 'skipped', ...place, count: 1, reason: problem('texts_dropped', null) };
    }
    textLines += lines.length;
  }

  function nameAction(article: Article, action: Article['action'], place: Place): PriceListItem | undefined {
    if (article.action === null) {
      article.action = action;
      return undefined;
    }
    const { articleNumber, line } = article;
    return {
      kind: 'failed',
      ...place,
      articleNumber,
      errors: [problem('duplicate_row', 'articleNumber', { line })],
    };
  }

  function* addArticle(
    record: DatanormRecord & { articleNumber: string },
    place: Place,
  ): Generator<PriceListItem> {
    const { articleNumber } = record;
    if (articleNumber === '') {
      yield { kind: 'failed', ...place, errors: [problem('missing_article_number', 'articleNumber')] };
      return;
    }
    switch (record.kind) {
      case 'article': {
        const action = actions[record.mark];
        if (action === undefined) {
          const error = problem('invalid_action', null, { value: record.mark });
          yield { kind: 'failed', ...place, articleNumber, errors: [error] };
          return;
        }
        const article = articleOf(articleNumber, place);
        const duplicate = nameAction(article, action, place);
        if (duplicate) yield duplicate;
        else article.main = record;
        return;
      }
      case 'deletion': {
        const duplicate = nameAction(articleOf(articleNumber, place), 'DELETE', place);
        if (duplicate) yield duplicate;
        return;
      }
      case 'renumbering': {
        const written = record.rest.map((field) => field.trim()).filter((field) => field !== '');
        const [newArticleNumber] = written;
        if (newArticleNumber === undefined || written.length > 1) {
          const error = problem('invalid_renumbering', 'newArticleNumber');
          yield { kind: 'failed', ...place, articleNumber, errors: [error] };
          return;
        }
        const article = articleOf(articleNumber, place, 'renumbering ');
        const duplicate = nameAction(article, 'RENUMBER', place);
        if (duplicate) yield duplicate;
        else article.newArticleNumber = newArticleNumber;
        return;
      }
      case 'details':
        if (record.gtin !== '') articleOf(articleNumber, place).gtin = record.gtin;
        return;
      case 'dimension':
        yield* keep(record.lines, articleOf(articleNumber, place).dimension, place);
        return;
      case 'unverifiedPrice': {
        const reason = problem('unverified_price_record', null);
        yield { kind: 'skipped', ...place, articleNumber, count: 1, reason };
      }
    }
  }

  function* addRecord(record: DatanormRecord, place: Place): Generator<PriceListItem> {
    switch (record.kind) {
      case 'prices':
        if (record.entries.length === 0) {
          yield { kind: 'failed', ...place, errors: [problem('missing_article_number', 'articleNumber')] };
        }
        for (const entry of record.entries) addPrice(articleOf(entry.articleNumber, place), entry);
        return;
      case 'text': {
        const kept = texts.get(record.key) ?? [];
        texts.set(record.key, kept);
        yield* keep(record.lines, kept, place);
        return;
      }
      case 'discountGroup':
        if (groups.size < HELD_GROUPS) groups.set(groupKey(record.name), record.discount);
        return;
      case 'ignored':
      case 'unknown':
      case 'end':
        return;
      default:
        yield* addArticle(record, place);
    }
  }

  return {
    *add(record, place) {
      yield* addRecord(record, place);
      for (const [key, article] of articles) {
        if (articles.size <= HELD_ARTICLES) return;
        articles.delete(key);
        yield settled(article);
      }
    },
    *finish() {
      for (const article of articles.values()) yield settled(article);
      articles.clear();
    },
  };
}
