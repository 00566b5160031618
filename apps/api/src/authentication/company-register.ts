import type { Database } from '@pv-planning/database';

/**
 * Whether a company may exist. Companies that do not exist are recognized without a query for each request. While the companies cannot
 * be read, for example because the table is locked, any company may exist.
 */
export type CompanyRegister = (companyId: string) => Promise<boolean>;

/** The pause after a read: a multiple of the duration of the read, up to a maximum. */
const pauseFactor = 9;
const maxPauseMs = 1_000;

/** A request does not wait longer for a read. Longer than the longest pause. */
const maxWaitMs = 2_000;

/**
 * Caches all companies, and reads them again when a request names an unknown company, which may be new. Concurrent requests share a
 * read, and pauses limit the load of the reads.
 */
export function companyRegister(database: Database): CompanyRegister {
  let companies: ReadonlySet<string> = new Set();
  /** A read that has not started yet and will therefore return everything that has been committed so far. */
  let nextRead: Promise<boolean> | undefined;
  let pause = Promise.resolve();

  /** Returns whether it succeeded. */
  async function read(): Promise<boolean> {
    await pause;
    nextRead = undefined;
    const begun = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    pause = promise;
    try {
      const rows = await database.kysely.selectFrom('company').select('companyId').execute();
      companies = new Set(rows.map(({ companyId }) => companyId));
      return true;
    } catch {
      return false;
    } finally {
      const pauseMs = Math.min((performance.now() - begun) * pauseFactor, maxPauseMs);
      setTimeout(resolve, pauseMs);
    }
  }

  return async (companyId) => {
    if (companies.has(companyId)) return true;
    nextRead ??= read();
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, maxWaitMs, false);
    const isRead = await Promise.race([nextRead, timeout]);
    clearTimeout(timer);
    return !isRead || companies.has(companyId);
  };
}
