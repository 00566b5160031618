import { count, text } from './parameters.ts';

/** Parameters of all lists. */
export interface PageParameters {
  limit?: number;
  starting_after?: string;
}

export const pageParameters = { limit: { ...count, minimum: 1, maximum: 100 }, starting_after: text };

/** Returns one page, 10 objects unless `limit` says otherwise. */
export function page<Item extends { id: string }>(
  url: string,
  items: readonly Item[],
  { limit = 10, starting_after }: PageParameters,
) {
  const start = starting_after === undefined ? 0 : items.findIndex(({ id }) => id === starting_after) + 1;
  const data = items.slice(start, start + limit);
  return { object: 'list', url, has_more: start + limit < items.length, data } as const;
}
