import type { CompanyQueries } from '@pv-planning/database';
import { sql } from 'kysely';
import { folded } from '../../sql/folded-text.ts';

/** Finds the ids of manufacturers by the keys of their names. Names take precedence over short names, older records over newer. */
export async function findManufacturers(
  db: CompanyQueries,
  keys: readonly (string | null)[],
): Promise<Map<string, string>> {
  const named = [...new Set(keys.filter((key) => key !== null))];
  if (named.length === 0) return new Map();
  const name = folded(sql.ref<string>('manufacturer.name'));
  const shortName = folded(sql.ref<string | null>('manufacturer.shortName'));
  const found = await db
    .selectFrom('manufacturer')
    .select(['id', name.as('name'), shortName.as('shortName')])
    .where(({ eb, fn, or, val }) =>
      or([eb(name, '=', fn.any(val(named))), eb(shortName, '=', fn.any(val(named)))]),
    )
    // A map keeps the last entry for a key.
    .orderBy('id', 'desc')
    .execute();
  const byShortName = found.flatMap(({ id, shortName }) =>
    shortName === null ? [] : [[shortName, id] as const],
  );
  return new Map([...byShortName, ...found.map(({ id, name }) => [name, id] as const)]);
}
