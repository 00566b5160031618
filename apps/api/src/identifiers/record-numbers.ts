import { type CompanyQueries, preparedQuery } from '@pv-planning/database';
import { sql } from 'kysely';
import { singleRow } from '../sql/single-row.ts';

/** Offers (Angebot) and offer requests (Anfrage). */
export type NumberedKind = 'AN' | 'AF';

/** The present year in Germany. */
const year = sql<number>`extract(year from statement_timestamp() at time zone 'Europe/Berlin')::integer`;

const taken = preparedQuery((db, { kind }: { kind: NumberedKind }) =>
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
 * Takes the next number of a kind of record in the company and the year, such as `AN-2026-00042`. Others that need a number wait
 * until the transaction ends, so take it late.
 */
export async function nextNumber(db: CompanyQueries, kind: NumberedKind): Promise<string> {
  const counter = singleRow(await taken(db, { kind }));
  return `${kind}-${counter.year}-${String(counter.lastNumber).padStart(5, '0')}`;
}
