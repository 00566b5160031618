import { type CompanyQueries, preparedQuery } from '@pv-planning/database';

/** Returns a function that counts the rows of a table by the record that they belong to. Records without rows are missing. */
export function countedBy(table: 'offerLine' | 'roof', owner: 'offerId' | 'projectId') {
  // The casts are safe: the table has the column of its owner.
  const counts = preparedQuery((db, { ids }: { ids: readonly string[] }) =>
    db
      .selectFrom(table as 'roof')
      .select(({ fn, cast }) => [
        `${owner as 'projectId'} as id`,
        cast<number>(fn.countAll(), 'integer').as('count'),
      ])
      .where(({ eb, fn, val }) => eb(owner as 'projectId', '=', fn.any(val(ids))))
      .groupBy(owner as 'projectId'),
  );
  return async (db: CompanyQueries, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
    new Map((await counts(db, { ids })).map(({ id, count }) => [id, count]));
}
