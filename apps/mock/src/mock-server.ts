import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenApiDocument } from '@pv-planning/contract/document';
import { documents, mainDocument } from '@pv-planning/contract/documents';
import { isGtin } from '@pv-planning/price-list';
import {
  type Api,
  type Authenticate,
  admission,
  apiErrors,
  type Caller,
  type Contract,
  contractApi,
  fallbackResponder,
  formatValidatorsOf,
  type Operation,
  requestLog,
  type Transactions,
} from '@pv-planning/server-kit';
import cors from 'cors';
import express from 'express';
import { type Logger, pino } from 'pino';
import { contractDocuments, type DocumentName } from './contract-documents.ts';
import { type ExampleRequest, exampleResponses } from './example-responses.ts';
import { type Preferences, preferencesOf } from './preferences.ts';
import { printRequests } from './request-log.ts';

export interface MockOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Called with each line of the log: a request, or a violation of the contract in it. */
  log: (line: string) => void;
}

export interface Mock {
  /** For example `http://127.0.0.1:4010`. */
  address: string;
  close(): Promise<void>;
}

/** A caller with any API key or any link. */
type MockCaller = Caller & Preferences;

const { unauthorized } = apiErrors(documents[mainDocument].errors);

/** Requires some API key where the operation needs one. */
const anyCaller =
  (operations: Contract['operations']): Authenticate<MockCaller> =>
  async ({ operationId, headers }) => {
    const needsKey = operations[operationId]?.errors.includes('missing_api_key');
    if (needsKey && !/^Bearer +\S+ *$/i.test(headers.authorization ?? ''))
      throw unauthorized('missing_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    return {
      tenant: 'mock',
      owner: 'mock',
      rateLimitKey: 'mock',
      logFields: {},
      hasScope: () => true,
      ...preferencesOf(headers.prefer),
    };
  };

/** The mock stores nothing: no idempotency keys and no versions. It makes the headers of responses from examples, too. */
const withoutRecords = {
  idempotent: false,
  ifMatch: false,
  etag: false,
  location: null,
  steps: false,
  concurrency: null,
  limits: [],
} satisfies Partial<Operation>;

const noTransactions: Transactions<MockCaller, MockCaller> = {
  read: (caller, work) => work(caller),
  write: (caller, work) => work(caller, {} as never),
  isKeyInUse: async () => false,
};

const shared = admission(1_000);

/** Serves a document: the server kit checks its requests as in the service, and Prism makes the responses from the examples. */
async function mockApi(name: DocumentName, document: OpenApiDocument, logger: Logger): Promise<Api> {
  const { errors, formats, operations: entries } = documents[name];
  const operations: Contract['operations'] = Object.fromEntries(
    Object.entries(entries).map(([operationId, operation]) => [
      operationId,
      { ...operation, ...withoutRecords },
    ]),
  );
  const respond = await exampleResponses(document);
  const handlers = Object.fromEntries(
    Object.keys(operations).map((operationId) => [
      operationId,
      (request: Pick<ExampleRequest, 'params' | 'query' | 'body'>, caller: MockCaller) =>
        respond({ ...caller, ...request, operationId }),
    ]),
  );
  return contractApi<Contract, MockCaller, MockCaller>({
    contract: { document, operations, errors, formats },
    formatValidators: { ...formatValidatorsOf(formats), gtin: { type: 'string', validate: isGtin } },
    authenticate: anyCaller(operations),
    handlers: handlers as never,
    transactions: noTransactions,
    requestsPerMinute: 0,
    admission: shared,
    validateResponses: false,
    logger,
  });
}

/** The beginning of the paths of a document. */
function basePathOf(name: DocumentName): string {
  if (name === mainDocument) return '/';
  const [path = '/'] = Object.values(documents[name].operations).map((operation) => operation.path);
  return `/${path.split('/')[1]}/`;
}

/**
 * Serves every operation of all documents from its examples, without storing anything. Rejects requests that violate the
 * contract and requests without an API key where one is needed. Any key and any link is accepted.
 *
 * @throws the system's error if it cannot listen
 */
export async function startMock({ host, port, log }: MockOptions): Promise<Mock> {
  const logger = pino({ level: 'error' }, { write: (line) => log(line.trimEnd()) });
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .enable('strict routing');
  app.use(printRequests(log), requestLog(logger), cors({ exposedHeaders: '*' }));
  for (const [name, document] of contractDocuments) app.use((await mockApi(name, document, logger)).handler);
  // The main document has the paths that belong to no other.
  for (const name of [...contractDocuments.keys()].toSorted((one) => (one === mainDocument ? 1 : -1)))
    app.use(basePathOf(name), fallbackResponder({ contract: documents[name], logger }));

  const server = createServer(app);
  server.listen(port, host);
  await once(server, 'listening');
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
