import type { AnyApiResponse } from './response.ts';

/** One page of a list, without the types of the operation. */
interface Page {
  data: unknown[];
  total: number;
}

type Query = Record<string, unknown>;

/** Returns the query of the next page from the `Link` header (RFC 8288); undefined if there is none. */
function queryOfNext(headers: Headers): Query | undefined {
  const [, reference] = /<([^<>]*)>\s*;[^,]*\brel="?next\b/i.exec(headers.get('link') ?? '') ?? [];
  if (reference === undefined) return undefined;
  return Object.fromEntries(new URL(reference, 'http://service').searchParams);
}

/**
 * Iterates over all matches of a list. Follows the links from page to page, so that concurrent changes do not shift the
 * records. Reads by offset if the server sends no links, like a mock.
 */
export async function* allItems<Request extends { query?: Query }>(
  readPage: (request: Request) => Promise<AnyApiResponse>,
  request: Request,
): AsyncGenerator<unknown, void, undefined> {
  let query: Query | undefined = request.query ?? {};
  let hasLinks = query.after !== undefined;
  while (query !== undefined) {
    const { data: body, headers } = await readPage({ ...request, query });
    const { data, total } = body as Page;
    const next = queryOfNext(headers);
    // A mock returns the same page and link for every request.
    if (next?.after !== undefined && next.after === query.after) return;
    yield* data;
    hasLinks ||= next !== undefined;
    const offset: number = Number(query.offset ?? 0) + data.length;
    const isWhole: boolean = hasLinks || data.length === 0 || offset >= total;
    query = next ?? (isWhole ? undefined : { ...query, offset });
  }
}
