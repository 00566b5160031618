import type { Tables } from '@pv-planning/database';
import type { StorageQuota } from '@pv-planning/server-kit';
import type { Kysely } from 'kysely';
import { conflict } from '../../kernel/contract/api-errors.ts';
import { type MeasuredTable, measureCompany, measuredTables } from './measure-company.ts';

/** Size of the data of a company in bytes. */
interface Size {
  /** Undefined before the first measurement. */
  measured: number | undefined;
  /** Bytes written through this process since the last measurement. */
  added: number;
  /** Earliest time of the next measurement, on the clock of `performance.now()`. */
  pausedUntilMs: number;
  /** Whether a write was rejected since the last measurement. */
  isRefused: boolean;
}

/** A company is measured again once its data has grown by this share. */
const remeasuredShare = 0.1;

/** Measurements of a company take at most this share of the time. */
const maxMeasuringShare = 0.05;

export interface CompanyStorage extends StorageQuota {
  /**
   * Measures the companies whose size may differ much from the last measurement.
   *
   * @throws AggregateError if some could not be measured. The others have been
   */
  measure(): Promise<void>;
  /** Companies and the estimated size of their data in bytes. */
  sizes(): [companyId: string, bytes: number][];
}

/** Estimates the stored bytes of each company from measurements and from the writes of this process. */
export function companyStorage(kysely: Kysely<Tables>, limitMib: number | undefined): CompanyStorage {
  const limit = limitMib === undefined ? Number.POSITIVE_INFINITY : limitMib * 1024 * 1024;
  const sizes = new Map<string, Size>();

  function sizeOf(companyId: string): Size {
    const size = sizes.get(companyId) ?? {
      measured: undefined,
      added: 0,
      pausedUntilMs: 0,
      isRefused: false,
    };
    sizes.set(companyId, size);
    return size;
  }
  const total = ({ measured = 0, added }: Size) => measured + added;
  // A company at its limit, or with a rejected write, is measured even if it has not written: other processes may have deleted records.
  const isDue = (size: Size) =>
    performance.now() >= size.pausedUntilMs &&
    (size.measured === undefined ||
      size.added > size.measured * remeasuredShare ||
      size.isRefused ||
      total(size) >= limit);

  async function measureOne(companyId: string, tables: readonly MeasuredTable[]): Promise<void> {
    const size = sizeOf(companyId);
    const addedBefore = size.added;
    const startedMs = performance.now();
    size.measured = await measureCompany(kysely, companyId, tables);
    const endedMs = performance.now();
    size.isRefused = false;
    size.pausedUntilMs = endedMs + (endedMs - startedMs) / maxMeasuringShare;
    // Keeps the bytes written during the measurement.
    size.added -= addedBefore;
  }

  return {
    requireSpace(companyId, share) {
      const size = sizes.get(companyId);
      if (limitMib === undefined || !size || total(size) < limit * share) return;
      size.isRefused = true;
      throw conflict('storage_full', { values: { limit: limitMib.toLocaleString('en') } });
    },
    add(companyId, bytes) {
      sizeOf(companyId).added += bytes;
    },
    async measure() {
      const companies = await kysely.selectFrom('company').select('companyId').execute();
      const due = companies.filter(({ companyId }) => isDue(sizeOf(companyId)));
      const tables = due.length > 0 ? await measuredTables(kysely) : [];
      const errors: unknown[] = [];
      for (const { companyId } of due)
        await measureOne(companyId, tables).catch((error: unknown) => errors.push(error));
      if (errors.length > 0) throw new AggregateError(errors, 'Some companies could not be measured.');
    },
    sizes: () => [...sizes].map(([companyId, size]) => [companyId, total(size)]),
  };
}
