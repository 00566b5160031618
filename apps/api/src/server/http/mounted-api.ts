import type { Database } from '@pv-planning/database';
import type { Admission, Api, Contract, StorageQuota } from '@pv-planning/server-kit';
import type { CorsOptions } from 'cors';
import type { Logger } from 'pino';
import type { CompanyLookup } from '../../company/authentication/company-lookup.ts';
import type { LookUp } from '../../company/authentication/look-up.ts';
import type { Clock } from '../../kernel/records/change-time.ts';
import type { SecretKeys } from '../../kernel/secrets/secret-keys.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { DatabaseTransactions } from '../../kernel/transactions/database-transactions.ts';

/** Shared by the documents of the service. */
export interface SharedParts {
  settings: Pick<Settings, 'corsOrigins' | 'rateLimit' | 'production' | 'stripeUrl' | 'confirmBookings'>;
  database: Database;
  secretKeys: SecretKeys;
  lookUp: LookUp;
  findCompany: CompanyLookup;
  /** Minimum time between two reads of the public names of companies, however many unknown names are requested. */
  handlePauseMs: number;
  transactions: DatabaseTransactions;
  clock: Clock;
  storage: StorageQuota;
  admission: Admission;
  /** Signs the cursors in links to next pages. */
  cursorKey: Buffer;
  logger: Logger;
}

/** A part of the service with its own paths, such as a document with its callers and handlers. */
export interface MountedApi extends Api {
  /** The beginning of all its paths, with a slash at the end. */
  basePath: string;
  /** Its errors also answer unknown paths below `basePath`. */
  contract: Pick<Contract, 'errors' | 'errorPages' | 'operations'>;
  /** Headers of every response below `basePath`. */
  headers: Readonly<Record<string, string>>;
  /** For pages of other origins, which by default cannot read responses, and never those of operations with a raw body. */
  cors?: CorsOptions;
}
