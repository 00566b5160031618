import { type SqlBool, sql } from 'kysely';

/** Length of the trigrams in the indexes of search texts. */
const trigramLength = 3;

/** Returns a LIKE pattern for texts that contain this text. Escapes `%` and `_`. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** LIKE patterns for lowercase search texts. */
export interface LowercaseSearch {
  q?: string;
  /** Replaces `q` if the text is shorter than a trigram. */
  shortText?: string;
}

/** Converts the text to lower case once, because SQL would do it for every row. */
export function lowercaseSearch(text: string | undefined): LowercaseSearch {
  if (text === undefined) return {};
  const pattern = containing(text.toLowerCase());
  return [...text].length < trigramLength ? { shortText: pattern } : { q: pattern };
}

/** Bypasses the trigram index, which is slower for texts below three letters. */
export function containsShortText(pattern: string) {
  return sql<SqlBool>`(search_text || '') like ${pattern}`;
}
