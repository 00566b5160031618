import { type Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';

/** SQLSTATE of a full disk, a temporary error that dispatchers wait out. */
export const diskFull = '53100';

/**
 * Makes the database reject writes with an error code, such as those of `insert on webhook_attempt`, optionally only those that
 * match a condition about `new`. Returns a function that ends the rejection, as does the end of the test.
 */
export async function rejectWrites<Tables>(
  database: Kysely<Tables>,
  writes: string,
  { code, condition = 'true' }: { code: string; condition?: string },
): Promise<() => Promise<void>> {
  const accept = async () => void (await sql`drop function if exists reject_write cascade`.execute(database));
  onTestFinished(accept);
  await sql
    .raw(`
      create function reject_write() returns trigger language plpgsql as
        $$ begin if ${condition} then raise 'rejected' using errcode = '${code}'; end if; return new; end $$;
      create trigger reject_write before ${writes} for each row execute function reject_write()`)
    .execute(database);
  return accept;
}
