import type { Tables } from '@pv-planning/database';
import type { StorageQuota } from '@pv-planning/server-kit';
import type { Kysely } from 'kysely';
import { conflict } from '../contract/api-errors.ts';
import { measureCompanies } from './measure-companies.ts';

/** The data of a company in bytes. */
interface Size {
  /** Undefined before the first measurement. */
  measured: number | undefined;
  /** Bytes written through this process since the last measurement. */
  added: number;
}

/** A company is measured again once its data has grown by this share. */
const remeasuredShare = 0.1;

export interface CompanyStorage extends StorageQuota {
  /** Measures the companies whose size may differ much from the last measurement. */
  measure(): Promise<void>;
  /** Companies and the estimated size of their data in bytes. */
  sizes(): [companyId: string, bytes: number][];
}

/** Estimates how much each company stores, from measurements and from the writes of this process. */
export function companyStorage(kysely: Kysely<Tables>, limitMib: number | undefined): CompanyStorage {
  const limit = limitMib === undefined ? Number.POSITIVE_INFINITY : limitMib * 1024 * 1024;
  const sizes = new Map<string, Size>();

  function sizeOf(companyId: string): Size {
    const size = sizes.get(companyId) ?? { measured: undefined, added: 0 };
    sizes.set(companyId, size);
    return size;
  }
  const total = ({ measured = 0, added }: Size) => measured + added;
  // A full company is measured even if it has not written, because it may have deleted records through any process.
  const isDue = (size: Size) =>
    size.measured === undefined || size.added > size.measured * remeasuredShare || total(size) >= limit;

  return {
    requireSpace(companyId) {
      const size = sizes.get(companyId);
      if (limitMib === undefined || !size || total(size) < limit) return;
      throw conflict('storage_full', { values: { limit: limitMib.toLocaleString('en') } });
    },
    add(companyId, bytes) {
      sizeOf(companyId).added += bytes;
    },
    async measure() {
      const companies = await kysely.selectFrom('company').select('companyId').execute();
      const due = companies.map(({ companyId }) => companyId).filter((id) => isDue(sizeOf(id)));
      const addedBefore = new Map(due.map((companyId) => [companyId, sizeOf(companyId).added]));
      for (const [companyId, measured] of await measureCompanies(kysely, due)) {
        const size = sizeOf(companyId);
        size.measured = measured;
        // Still counts what was written during the measurement.
        size.added -= addedBefore.get(companyId) ?? 0;
      }
    },
    sizes: () => [...sizes].map(([companyId, size]) => [companyId, total(size)]),
  };
}
