import { expect } from 'vitest';
import type { ApiClient, ApiResponse } from './api-client.ts';
import { nextQuery } from './next-query.ts';

export type Page = { data: { id: string }[]; total: number; limit: number; offset: number };

/** Reads the pages of lists. */
export function pageReader<Id extends string>(client: Pick<ApiClient<Id>, 'sample'>) {
  async function read(list: Id, query: object | string): Promise<ApiResponse<Page>> {
    const given = typeof query === 'string' ? query : { ...query };
    return (await client.sample(list, { query: given })) as ApiResponse<Page>;
  }

  /** Returns all pages of a query by following the links. */
  async function pagesFrom(list: Id, query: object | string): Promise<Page[]> {
    const pages: Page[] = [];
    for (let next: string | object | undefined = query; next !== undefined; ) {
      const { body, headers } = await read(list, next);
      pages.push(body);
      expect(pages.length).toBeLessThan(1_000);
      next = nextQuery(headers);
    }
    return pages;
  }

  return { read, pagesFrom };
}

export function idsOf(pages: readonly Page[]): string[] {
  return pages.flatMap(({ data }) => data.map(({ id }) => id));
}
