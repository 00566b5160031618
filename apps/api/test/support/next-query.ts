/** Returns the query of the next page from the `Link` header; undefined for the last page. */
export function nextQuery(headers: Headers): string | undefined {
  const [, query] = /^<[^<>?]+\?([^<>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  return query;
}
