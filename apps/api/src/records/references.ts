import type { CompanyQueries } from '@pv-planning/database';
import { unknownReference } from '@pv-planning/server-kit';
import { isRecordId, isUuid } from './record-id.ts';

/** Tables that fields of a body refer to, and what their ids look like. */
const referable = { customer: isRecordId, site: isRecordId, member: isUuid } as const;

type Referable = keyof typeof referable;

/** The table that each reference field of a body names. */
type References = Readonly<Record<string, Referable>>;

async function exists(db: CompanyQueries, table: Referable, id: string): Promise<boolean> {
  if (!referable[table](id)) return false;
  return (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/**
 * Checks that the ids in a body name records of the caller's company.
 *
 * @throws 400 `unknown_reference` naming every field that does not
 */
export async function requireReferences<Fields extends References>(
  db: CompanyQueries,
  references: Fields,
  body: { readonly [Field in keyof Fields]?: string | null | undefined },
): Promise<void> {
  const unknown: string[] = [];
  for (const [field, table] of Object.entries(references)) {
    const id = body[field];
    if (typeof id === 'string' && !(await exists(db, table, id))) unknown.push(`/${field}`);
  }
  if (unknown.length > 0) throw unknownReference(...unknown);
}
