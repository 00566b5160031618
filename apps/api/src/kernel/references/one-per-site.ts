import { invalidRequest } from '@pv-planning/server-kit';

/**
 * Requires that a list in a body has at most one entry per site.
 *
 * @param what describes an entry in the error message, such as "a price"
 * @throws 400 `invalid_request` if two entries have the same site
 */
export function requireOnePerSite(
  entries: readonly { siteId: string }[] = [],
  { path, what }: { path: string; what: string },
): void {
  const sites = entries.map(({ siteId }) => siteId);
  const second = sites.findIndex((siteId, index) => sites.indexOf(siteId) < index);
  if (second < 0) return;
  throw invalidRequest({
    in: 'body',
    path: `${path}/${second}/siteId`,
    code: 'duplicate',
    message: `must not refer to a site that already has ${what}`,
  });
}
