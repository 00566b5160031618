import { createHmac } from 'node:crypto';
import type { Database } from '@pv-planning/database';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { apiKeyAuthentication } from '../authentication/api-key-authentication.ts';
import { apiKeyLookup } from '../authentication/api-key-lookup.ts';
import { deleteExpiredKeys } from '../idempotency/expired-keys.ts';
import { every } from '../process/periodically.ts';
import type { Settings } from '../settings/settings.ts';
import { startCompanyStorage } from '../storage/start-company-storage.ts';
import { databaseTransactions } from '../transactions/database-transactions.ts';
import { httpApp } from './http-app.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';

interface ApiParts {
  settings: Settings;
  database: Database;
  /** Maximum number of requests whose handlers run concurrently. */
  maxConcurrentRequests: number;
  secretKey: Buffer;
  registry: Registry;
  /** Called after a commit that recorded deliveries for this company. */
  wake: (companyId: string) => void;
  ready: () => Promise<boolean>;
  logger: Logger;
}

export interface ApiServer extends HttpServer {
  /**
   * Compiles the validators ahead of the first requests, and stops when the server is closed. Requests are served in the meantime.
   */
  warmUp(): Promise<void>;
}

const cleanUpEveryMs = 3_600_000;

export async function startApiServer(parts: ApiParts): Promise<ApiServer> {
  const { settings, database, secretKey, maxConcurrentRequests, registry, wake, ready, logger } = parts;
  const authenticate = apiKeyAuthentication(apiKeyLookup(database, logger));
  const transactions = databaseTransactions({ database, wake });
  const storage = startCompanyStorage({ settings, database, registry, logger });
  const cursorKey = createHmac('sha256', secretKey).update('positions in lists').digest();
  const { app, warmUp: compile } = httpApp({
    settings,
    authenticate,
    transactions,
    storage: storage.quota,
    maxConcurrentRequests,
    cursorKey,
    logger,
    ready,
  });
  const { host, port } = settings;
  const { url, close } = await startHttpServer(app, { host, port, prefix: '' });
  const stopCleaning = every(cleanUpEveryMs, () => deleteExpiredKeys(database.kysely), logger);
  const closing = new AbortController();
  let warm = Promise.resolve();
  return {
    url,
    warmUp() {
      warm = compile(closing.signal);
      return warm;
    },
    async close() {
      closing.abort();
      await close();
      await Promise.all([warm, stopCleaning(), storage.stop()]);
    },
  };
}
