import { operations } from '@pv-planning/contract';
import { type Backend, contractApi, errorResponder, requestLog } from '@pv-planning/server-kit';
import cors from 'cors';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { contractDocument } from '../contract/contract-document.ts';
import { contractFormats } from '../contract/contract-formats.ts';
import { handlers } from '../handlers.ts';
import type { Context } from '../records/context.ts';
import type { Settings } from '../settings/settings.ts';
import { probes } from './probes.ts';
import { publishedDocuments } from './published-documents.ts';

interface HttpAppParts {
  settings: Pick<Settings, 'corsOrigins' | 'trustProxy' | 'rateLimit' | 'production'>;
  backend: Backend<Context>;
  logger: Logger;
  ready: () => Promise<boolean>;
}

/** Response headers that a page in a browser may read: all that the contract names. */
const exposedHeaders = Object.keys(contractDocument.components.headers ?? {});

export interface HttpApp {
  app: Express;
  /** Compiles what the first requests would otherwise wait for; requests are served meanwhile. */
  warmUp(): Promise<void>;
}

/** The whole HTTP side of the service: probes, published documents, and the API of the contract. */
export function httpApp({ settings, backend, logger, ready }: HttpAppParts): HttpApp {
  const { router, warmUp } = contractApi({
    document: contractDocument,
    formats: contractFormats,
    operations,
    handlers,
    backend,
    requestsPerMinute: settings.rateLimit,
    validateResponses: !settings.production,
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
  app.use(publishedDocuments());
  app.use(router);
  app.use(errorResponder(logger));
  return { app, warmUp };
}
