import { type Expression, type RawBuilder, sql } from 'kysely';

/** A text with upper and lower case alike, umlauts too, as the indexes of numbers have it. */
export function folded<Text extends string | null>(text: Expression<Text> | string): RawBuilder<Text> {
  return sql<Text>`lower(${text} collate "de-x-icu")`;
}
