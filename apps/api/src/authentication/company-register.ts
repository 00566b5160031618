import type { Database } from '@pv-planning/database';

/** Whether a company exists. Companies that do not exist are recognized without a query for each request. */
export type CompanyRegister = (companyId: string) => Promise<boolean>;

/** The pause after a read, as a multiple of its duration, and at most. */
const pauseFactor = 9;
const maxPauseMs = 1_000;

/**
 * Remembers all companies and reads them again when a missing one is named, which may be new. Concurrent requests share a read, and the
 * pauses limit the share of time that reads take.
 */
export function companyRegister(database: Database): CompanyRegister {
  let companies: ReadonlySet<string> = new Set();
  /** A read that has not begun yet, and therefore sees what has been committed so far. */
  let nextRead: Promise<void> | undefined;
  let pause = Promise.resolve();

  async function read(): Promise<void> {
    await pause;
    nextRead = undefined;
    const begun = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    pause = promise;
    try {
      const rows = await database.kysely.selectFrom('company').select('companyId').execute();
      companies = new Set(rows.map(({ companyId }) => companyId));
    } finally {
      const pauseMs = Math.min((performance.now() - begun) * pauseFactor, maxPauseMs);
      setTimeout(resolve, pauseMs);
    }
  }

  return async (companyId) => {
    if (companies.has(companyId)) return true;
    nextRead ??= read();
    await nextRead;
    return companies.has(companyId);
  };
}
