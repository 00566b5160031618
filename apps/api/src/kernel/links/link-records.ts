import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import { notFound } from '@pv-planning/server-kit';
import type { Insertable } from 'kysely';
import type { LinkPurpose, TokenTarget } from './link-tokens.ts';
import type { CompanyLinks } from './links.ts';

/** The column with the record that a link opens, by the purpose of the link. */
const recordColumn = { offer: 'offerId', booking: 'bookingId' } as const satisfies Record<
  LinkPurpose,
  string
>;

/** A record with a link. Its row must be locked. */
export interface LinkedRecord {
  purpose: LinkPurpose;
  id: string;
  /** When the link ends; null for no end yet. */
  endsAt: string | null;
}

const versionOf = preparedQuery((db, { id }: { id: string }, purpose: LinkPurpose) =>
  db.selectFrom('link').select('version').where(recordColumn[purpose], '=', id),
);

const insertIfNone = preparedQuery((db, link: Insertable<CompanyTables['link']>) =>
  db
    .insertInto('link')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version'),
);

/**
 * Returns the token of a record's link, which is created if the record has none.
 *
 * @param rotate replaces the link: its previous token becomes unknown
 */
export async function showLink(
  db: CompanyQueries,
  { tokenOf }: CompanyLinks,
  { purpose, id, endsAt }: LinkedRecord,
  rotate = false,
): Promise<string> {
  const record = recordColumn[purpose];
  const added = await insertIfNone(db, { version: 1, endsAt, [record]: id });
  if (added.length > 0) return tokenOf({ purpose, recordId: id, version: 1 });
  const [link] = await versionOf(db, { id }, purpose);
  if (!link) throw new Error(`The link of ${purpose} ${id} is gone.`);
  const version = link.version + Number(rotate);
  await db.updateTable('link').set({ version, endsAt }).where(record, '=', id).execute();
  return tokenOf({ purpose, recordId: id, version });
}

/** Changes the end of a record's link, if it has one. */
export async function endLink(db: CompanyQueries, { purpose, id, endsAt }: LinkedRecord): Promise<void> {
  await db.updateTable('link').set({ endsAt }).where(recordColumn[purpose], '=', id).execute();
}

interface Lookup {
  recordId: string;
  now: string;
}

const linkOf = preparedQuery((db, { recordId, now }: Lookup, purpose: LinkPurpose) =>
  db
    .selectFrom('link')
    .select([
      'version',
      ({ eb, or }) => or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]).as('isCurrent'),
    ])
    .where(recordColumn[purpose], '=', recordId),
);

/** A replaced link never opens its record again; one that has ended does if its end is postponed. */
export type LinkState = 'open' | 'replaced' | 'ended';

/** @param now the present time */
export async function linkState(
  db: CompanyQueries,
  { purpose, recordId, version }: Omit<TokenTarget<LinkPurpose>, 'companyId'>,
  now: string,
): Promise<LinkState> {
  const [link] = await linkOf(db, { recordId, now }, purpose);
  if (link && link.version > version) return 'replaced';
  return link?.version === version && link.isCurrent ? 'open' : 'ended';
}

/**
 * Requires that the link of a customer still opens its locked record: it may have been replaced since its look-up.
 *
 * @throws 404 `not_found`
 */
export async function requireLink(
  db: CompanyQueries,
  purpose: LinkPurpose,
  { recordId, linkVersion: version }: { recordId: string; linkVersion: number | null },
  now: string,
): Promise<void> {
  const state = version === null ? 'ended' : await linkState(db, { purpose, recordId, version }, now);
  if (state !== 'open') throw notFound();
}
