import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { germanDayOf } from '../dates/german-days.ts';
import { singleRow } from '../sql/single-row.ts';

/** Offers (Angebot) and offer requests (Anfrage). */
export type NumberedKind = 'AN' | 'AF';

const incremented = preparedQuery((db, { kind, year }: { kind: NumberedKind; year: number }) =>
  db
    .insertInto('recordCounter')
    .values({ kind, year, lastNumber: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'year'])
        .doUpdateSet(({ eb, ref }) => ({ lastNumber: eb(ref('recordCounter.lastNumber'), '+', 1) })),
    )
    .returning('lastNumber'),
);

/**
 * Returns the next number of a kind of record in the company and the German year of its `createdAt`, such as `AN-2026-00042`. Call
 * it late: it blocks other transactions that need a number until this one ends.
 */
export async function nextNumber(db: CompanyQueries, kind: NumberedKind, createdAt: string): Promise<string> {
  const year = germanDayOf(createdAt).slice(0, 'YYYY'.length);
  const { lastNumber } = singleRow(await incremented(db, { kind, year: Number(year) }));
  return `${kind}-${year}-${String(lastNumber).padStart(5, '0')}`;
}
