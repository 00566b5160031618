import type { Database } from '@pv-planning/database';
import { type StorageQuota, unlimitedStorage } from '@pv-planning/server-kit';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Settings } from '../../kernel/settings/settings.ts';
import { every } from '../process/periodically.ts';
import { companyStorage } from './company-storage.ts';

const measureEveryMs = 60_000;

interface StorageParts {
  settings: Pick<Settings, 'companyStorageMib' | 'metricsPort'>;
  database: Pick<Database, 'kysely'>;
  registry: Registry;
  logger: Logger;
}

/** Measures the storage of companies if there is a limit or a metrics server. */
export function startCompanyStorage({ settings, database, registry, logger }: StorageParts): {
  quota: StorageQuota;
  stop: () => Promise<void>;
} {
  const { companyStorageMib, metricsPort } = settings;
  if (companyStorageMib === undefined && metricsPort === undefined)
    return { quota: unlimitedStorage, stop: async () => {} };
  const storage = companyStorage(database.kysely, companyStorageMib);
  new Gauge({
    name: 'company_storage_bytes',
    help: "Size of a company's data as stored, without indexes.",
    labelNames: ['company'],
    registers: [registry],
    collect() {
      for (const [company, bytes] of storage.sizes()) this.set({ company }, bytes);
    },
  });
  return { quota: storage, stop: every(measureEveryMs, storage.measure, logger) };
}
