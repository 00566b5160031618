import { type SqlBool, sql } from 'kysely';

/** Length of the trigrams in the indexes of search texts. */
const trigramLength = 3;

/** Returns a LIKE pattern that matches texts containing this one; `%` and `_` are literal. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Patterns of a text for lowercase search texts. */
export interface LowercaseSearch {
  q?: string;
  /** Replaces `q` if the text is shorter than a trigram. */
  shortText?: string;
}

/** Lowercases the text here, because SQL would lowercase it again for every row. */
export function lowercaseSearch(text: string | undefined): LowercaseSearch {
  if (text === undefined) return {};
  const pattern = containing(text.toLowerCase());
  return [...text].length < trigramLength ? { shortText: pattern } : { q: pattern };
}

/** Bypasses the trigram index, which is slower for texts below three letters. */
export function containsShortText(pattern: string) {
  return sql<SqlBool>`(search_text || '') like ${pattern}`;
}
