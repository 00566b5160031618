import { type Expression, type RawBuilder, sql } from 'kysely';

/** Folds the case of a text for case-insensitive comparison, including umlauts, as in the indexes of article numbers. */
export function folded<Text extends string | null>(text: Expression<Text> | string): RawBuilder<Text> {
  return sql<Text>`lower(${text} collate "de-x-icu")`;
}
