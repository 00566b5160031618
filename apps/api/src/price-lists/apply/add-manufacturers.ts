import type { CompanyQueries } from '@pv-planning/database';
import { unnested } from '../../sql/unnested-rows.ts';

/** Adds manufacturers. Returns their ids by the keys of their names. @param names the names by key */
export async function addManufacturers(
  db: CompanyQueries,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (names.size === 0) return new Map();
  const rows = [...names.values()].map((name) => ({ name }));
  const added = await db
    .insertInto('manufacturer')
    .columns(['name'])
    .expression(db.selectFrom(unnested('given', { name: 'text' }, rows)).select('name'))
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(added.map(({ id, name }) => [name, id]));
  return new Map([...names].map(([key, name]) => [key, String(ids.get(name))]));
}
