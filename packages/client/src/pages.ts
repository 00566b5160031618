/** One page of a list, without the types of the operation. */
interface Page {
  data: unknown[];
  total: number;
}

type PageRequest = { query?: Record<string, unknown> };

/**
 * Iterates over all matches of a list. Ends after `total` records or at an empty page, so it also ends when records are deleted
 * meanwhile.
 */
export async function* allItems<Request extends PageRequest>(
  readPage: (request: Request) => Promise<unknown>,
  request: Request,
): AsyncGenerator<unknown, void, undefined> {
  let offset = Number(request.query?.offset ?? 0);
  for (;;) {
    const page = (await readPage({ ...request, query: { ...request.query, offset } })) as Page;
    yield* page.data;
    offset += page.data.length;
    if (page.data.length === 0 || offset >= page.total) return;
  }
}
