import { createHmac } from 'node:crypto';
import type { Database } from '@pv-planning/database';
import { admission } from '@pv-planning/server-kit';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { companyLookup } from '../../company/authentication/company-lookup.ts';
import { createLookUp } from '../../company/authentication/look-up.ts';
import type { Clock } from '../../kernel/records/change-time.ts';
import type { SecretKeys } from '../../kernel/secrets/secret-keys.ts';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { DatabaseTransactions } from '../../kernel/transactions/database-transactions.ts';
import { startCompanyStorage } from '../storage/start-company-storage.ts';
import { customerLinks } from './customer-links.ts';
import { httpApp } from './http-app.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';
import type { MountedApi, SharedParts } from './mounted-api.ts';
import { pagesApi } from './pages-api.ts';
import { publicApi } from './public-api.ts';

interface ApiParts {
  settings: Settings;
  database: Database;
  secretKeys: SecretKeys;
  transactions: DatabaseTransactions;
  clock: Clock;
  registry: Registry;
  ready: () => Promise<boolean>;
  handlePauseMs: number;
  logger: Logger;
}

export interface ApiServer extends HttpServer {
  /** Compiles the validators of the customers' pages, which are few. */
  warmUpPages(): Promise<void>;
  /** Compiles all validators ahead of the first requests. Requests are served in the meantime. Both stop when the server is closed. */
  warmUp(): Promise<void>;
}

/** Share of the process's time while requests are served. */
const warmUpShare = 0.2;

export async function startApiServer(parts: ApiParts): Promise<ApiServer> {
  const { settings, database, secretKeys, transactions, clock, registry, ready, handlePauseMs, logger } =
    parts;
  const storage = startCompanyStorage({ settings, database, registry, logger });
  const cursorKey = createHmac('sha256', secretKeys.secretKey).update('positions in lists').digest();
  const lookUp = createLookUp();
  const shared: SharedParts = {
    settings,
    database,
    secretKeys,
    lookUp,
    findCompany: companyLookup({ database, lookUp, handlePauseMs }),
    handlePauseMs,
    transactions,
    clock,
    storage: storage.quota,
    admission: admission(),
    cursorKey,
    logger,
  };
  const pages = pagesApi(shared);
  // The public API has all paths that do not belong to the others.
  const apis = [
    customerLinks(shared, 'company'),
    // Before the pages, to which it redirects browsers.
    customerLinks(shared, 'confirmation'),
    pages,
    customerLinks(shared, 'offer'),
    customerLinks(shared, 'booking'),
    publicApi(shared),
  ];
  const app = httpApp(apis, { settings, logger, ready });
  const { host, port } = settings;
  const { url, close } = await startHttpServer(app, { host, port, prefix: '' });
  const closing = new AbortController();
  let warm = Promise.resolve();
  async function compile(apis: readonly MountedApi[], share: number): Promise<void> {
    for (const api of apis) await api.warmUp(closing.signal, share);
  }
  return {
    url,
    warmUpPages: () => compile([pages], 1),
    warmUp() {
      warm = compile(apis, warmUpShare);
      return warm;
    },
    async close() {
      closing.abort();
      await close();
      await Promise.all([warm, storage.stop()]);
    },
  };
}
