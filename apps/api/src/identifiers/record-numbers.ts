import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { singleRow } from '../sql/single-row.ts';

/** Offers (Angebot) and offer requests (Anfrage). */
export type NumberedKind = 'AN' | 'AF';

/** Current year in Europe/Berlin. */
const year = sql<number>`extract(year from statement_timestamp() at time zone 'Europe/Berlin')::integer`;

const incremented = preparedQuery((db, { kind }: { kind: NumberedKind }) =>
  db
    .insertInto('recordCounter')
    .values({ kind, year, lastNumber: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'year'])
        .doUpdateSet(({ eb, ref }) => ({ lastNumber: eb(ref('recordCounter.lastNumber'), '+', 1) })),
    )
    .returning(['year', 'lastNumber']),
);

/**
 * Returns the next number of a kind of record in the company and the current year, such as `AN-2026-00042`. Call it late: it blocks
 * other transactions that need a number until this one ends.
 */
export async function nextNumber(db: CompanyQueries, kind: NumberedKind): Promise<string> {
  const counter = singleRow(await incremented(db, { kind }));
  return `${kind}-${counter.year}-${String(counter.lastNumber).padStart(5, '0')}`;
}
