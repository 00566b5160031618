import type { Database } from '@pv-planning/database';
import { handleOf } from './company-handle.ts';
import { type KnownHandles, knownHandles } from './known-handles.ts';
import type { LookUp } from './look-up.ts';

interface CompanyLookupParts {
  database: Database;
  lookUp: LookUp;
  handlePauseMs: number;
}

/** Finds companies by their public names. */
export type CompanyLookup = KnownHandles<{
  /** Origins of websites that may show its page in a frame. */
  embedOrigins: readonly string[];
}>;

/** @throws as `LookUp` does */
export function companyLookup({ database, lookUp, handlePauseMs }: CompanyLookupParts): CompanyLookup {
  return knownHandles(async () => {
    const companies = await lookUp('companies', () =>
      database.kysely.selectFrom('company').select(['companyId as id', 'slug', 'embedOrigins']).execute(),
    );
    return new Map(companies.map((company) => [handleOf(company), company]));
  }, handlePauseMs);
}
