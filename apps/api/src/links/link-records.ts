import { type CompanyQueries, type CompanyTables, preparedQuery } from '@pv-planning/database';
import type { Insertable } from 'kysely';
import { type LinkPurpose, tokenHash } from './link-tokens.ts';
import type { CompanyLinks } from './links.ts';

/** A record with a link. Its row must be locked. */
export interface LinkedRecord {
  purpose: LinkPurpose;
  id: string;
  /** When the link ends; null for no end yet. */
  endsAt: string | null;
}

/** The column with the record that a link opens. */
const recordColumn = { offer: 'offerId', booking: 'bookingId' } as const satisfies Record<
  LinkPurpose,
  string
>;

const hashBytes = (hash: string) => Buffer.from(hash, 'base64url');

const linkOf = preparedQuery((db, { id }: { id: string }, purpose: LinkPurpose) =>
  db
    .selectFrom('link')
    .select('version')
    .where('purpose', '=', purpose)
    .where(recordColumn[purpose], '=', id),
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
  const linkIn = (version: number) => {
    const token = tokenOf({ purpose, recordId: id, version });
    return { token, values: { hash: hashBytes(tokenHash(token)), version, endsAt } };
  };
  const first = linkIn(1);
  const added = await insertIfNone(db, { ...first.values, purpose, [recordColumn[purpose]]: id });
  if (added.length > 0) return first.token;
  const [link] = await linkOf(db, { id }, purpose);
  if (!link) throw new Error(`The link of ${purpose} ${id} is gone.`);
  const { token, values } = linkIn(link.version + Number(rotate));
  await db
    .updateTable('link')
    .set(values)
    .where('purpose', '=', purpose)
    .where(recordColumn[purpose], '=', id)
    .execute();
  return token;
}

/** Changes when a record's link ends, if it has one. */
export async function endLink(db: CompanyQueries, { purpose, id, endsAt }: LinkedRecord): Promise<void> {
  await db
    .updateTable('link')
    .set({ endsAt })
    .where('purpose', '=', purpose)
    .where(recordColumn[purpose], '=', id)
    .execute();
}

interface Lookup {
  hash: Buffer;
  purpose: LinkPurpose;
  now: string;
}

const recordByHash = preparedQuery((db, { hash, purpose, now }: Lookup) =>
  db
    .selectFrom('link')
    .select(['offerId', 'bookingId'])
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where(({ eb, or }) => or([eb('endsAt', 'is', null), eb('endsAt', '>', now)])),
);

/**
 * Returns the id of the record that a token opens, or undefined if the token is unknown, replaced, ended or for another purpose.
 *
 * @param hash the `tokenHash` of the token
 * @param now the present time
 */
export async function recordOfHash(
  db: CompanyQueries,
  purpose: LinkPurpose,
  hash: string,
  now: string,
): Promise<string | undefined> {
  const [link] = await recordByHash(db, { hash: hashBytes(hash), purpose, now });
  return link?.[recordColumn[purpose]] ?? undefined;
}
