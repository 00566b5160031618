import { invalidRequest } from '@pv-planning/server-kit';

/**
 * Refuses a list of a body that has two entries for one site.
 *
 * @param what what an entry is, as in "a price"
 * @throws 400 `invalid_request` for a second entry at a site
 */
export function requireOneASite(
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
    message: `must not name a site that has ${what} already`,
  });
}
