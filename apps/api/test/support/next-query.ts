/** The query of the page that a `Link` leads to; undefined for the last page. */
export function nextQuery(headers: Headers): string | undefined {
  const [, query] = /^<[^<>?]+\?([^<>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
  return query;
}
