import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Folds the case of a text, including umlauts, for case-insensitive comparison. The indexes of article numbers use the same
 * expression.
 */
export function folded<Text extends string | null>(text: Expression<Text> | string): RawBuilder<Text> {
  return sql<Text>`lower(${text} collate "de-x-icu")`;
}
