import type { CompanyQueries } from '@pv-planning/database';

/** A letter of a published offer. Each version of its terms has one, and each decision and withdrawal. */
export interface LetterKey {
  offerId: string;
  revision: number;
  state: string;
}

export async function readKeptLetter(
  db: CompanyQueries,
  { offerId, revision, state }: LetterKey,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('offerLetter')
    .select('pdf')
    .where('offerId', '=', offerId)
    .where('revision', '=', revision)
    .where('state', '=', state)
    .executeTakeFirst();
  return row?.pdf ?? null;
}

/**
 * Keeps a letter that is printed for the first time, in one statement. Operations that change nothing for their callers do so, too.
 *
 * @returns the letter, or the one that another request has kept meanwhile
 */
export async function keepLetter(db: CompanyQueries, key: LetterKey, pdf: Buffer): Promise<Buffer> {
  await db
    .insertInto('offerLetter')
    .values({ ...key, pdf })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readKeptLetter(db, key)) ?? pdf;
}
