import { fallbackResponder, requestLog } from '@pv-planning/server-kit';
import cors, { type CorsOptions } from 'cors';
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Settings } from '../../kernel/settings/settings.ts';
import type { MountedApi } from './mounted-api.ts';
import { probes } from './probes.ts';
import { proxyWarning } from './proxy-warning.ts';
import { noSniffing, responseHeaders } from './response-headers.ts';
import { requireSingleHeaders } from './single-headers.ts';
import { pageAssets } from './sites/page-files.ts';
import { publishedDocuments } from './sites/published-documents.ts';

interface HttpAppParts {
  settings: Pick<Settings, 'trustProxy'>;
  ready: () => Promise<boolean>;
  logger: Logger;
}

/**
 * Creates the Express application: probes, published documents, files of the customers' pages, links of customers, and the APIs of the contracts.
 *
 * @param apis a path belongs to the first one with its beginning; the last one has every path
 */
export function httpApp(apis: readonly MountedApi[], { settings, ready, logger }: HttpAppParts): Express {
  const apiOf = (path: string) => apis.find(({ basePath }) => path.startsWith(basePath));
  function corsOf(path: string): CorsOptions {
    const api = apiOf(path);
    return (api?.takesRawBody(path) ? undefined : api?.cors) ?? { origin: false };
  }
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', settings.trustProxy);
  app.use(probes(ready));
  app.use(requestLog(logger), proxyWarning(settings.trustProxy, logger));
  app.use(cors<express.Request>(({ path }, callback) => callback(null, corsOf(path))));
  app.use(noSniffing, requireSingleHeaders);
  app.use(publishedDocuments(), pageAssets());
  app.use(responseHeaders((path) => apiOf(path)?.headers ?? {}));
  for (const { handler } of apis) app.use(handler);
  for (const { basePath, contract } of apis) app.use(basePath, fallbackResponder({ contract, logger }));
  return app;
}
