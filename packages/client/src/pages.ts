/** One page of a list, and the request for it, with the types of the operation forgotten. */
interface Page {
  data: unknown[];
  total: number;
}

type PageRequest = { query?: Record<string, unknown> };

/**
 * All matches of a list. Ends when as many were passed as there are, or at an empty page, so that it ends also when
 * records vanish meanwhile.
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
