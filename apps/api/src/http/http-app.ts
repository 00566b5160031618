import {
  type Authenticate,
  contractApi,
  fallbackResponder,
  requestLog,
  type StorageQuota,
  type Transactions,
} from '@pv-planning/server-kit';
import cors from 'cors';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { CompanyCaller } from '../authentication/company-caller.ts';
import { contractDocument } from '../contract/contract-document.ts';
import { formatValidators } from '../contract/format-validators.ts';
import { publicContract } from '../contract/public-contract.ts';
import type { Context } from '../handler-context.ts';
import { handlers } from '../handlers.ts';
import type { Settings } from '../settings/settings.ts';
import { requireOneHost } from './one-host.ts';
import { probes } from './probes.ts';
import { publishedDocuments } from './published-documents.ts';
import { noSniffing, noStore } from './response-headers.ts';

interface HttpAppParts {
  settings: Pick<Settings, 'corsOrigins' | 'trustProxy' | 'rateLimit' | 'production'>;
  authenticate: Authenticate<CompanyCaller>;
  transactions: Transactions<CompanyCaller, Context>;
  storage: StorageQuota;
  /** Maximum number of requests whose handlers run concurrently. */
  maxConcurrentRequests: number;
  /** Signs the cursors in links to next pages. */
  cursorKey: Buffer;
  logger: Logger;
  ready: () => Promise<boolean>;
}

/** Response headers that a page in a browser may read: all headers of the contract. */
const exposedHeaders = Object.keys(contractDocument.components.headers ?? {});

export interface HttpApp {
  app: Express;
  /** Compiles the validators ahead of the first requests. Requests are served in the meantime. */
  warmUp(signal?: AbortSignal): Promise<void>;
}

/** Creates the Express application: probes, published documents, and the API of the contract. */
export function httpApp(parts: HttpAppParts): HttpApp {
  const { settings, authenticate, transactions, storage, maxConcurrentRequests, cursorKey, logger, ready } =
    parts;
  const { handler, warmUp } = contractApi({
    contract: publicContract,
    formatValidators,
    authenticate,
    handlers,
    transactions,
    storage,
    maxConcurrentRequests,
    cursorKey,
    requestsPerMinute: settings.rateLimit,
    validateResponses: !settings.production,
    logger,
  });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', settings.trustProxy);
  app.use(probes(ready));
  app.use(requestLog(logger));
  if (settings.corsOrigins.length > 0) {
    app.use(cors({ origin: [...settings.corsOrigins], exposedHeaders, maxAge: 600 }));
  }
  app.use(noSniffing, requireOneHost);
  app.use(publishedDocuments());
  app.use(noStore, handler);
  app.use(fallbackResponder({ errors: publicContract.errors, logger }));
  return { app, warmUp };
}
