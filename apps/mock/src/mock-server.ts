import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import type { IHttpOperation } from '@stoplight/types';
import { contractDocuments } from './contract-documents.ts';
import { requestLog } from './request-log.ts';

export interface MockOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Called with each line of the log: a request or its violations of the contract. */
  log: (line: string) => void;
}

export interface Mock {
  /** For example `http://127.0.0.1:4010`. */
  address: string;
  close(): Promise<void>;
}

/**
 * The body of an operation that declares none. Accepts the empty object or array that some clients send, which Prism would
 * otherwise reject.
 */
const noBody: NonNullable<NonNullable<IHttpOperation['request']>['body']> = {
  id: 'none',
  contents: [
    {
      id: 'none',
      mediaType: '*/*',
      schema: { maxProperties: 0, maxItems: 0, not: { type: ['string', 'number', 'boolean'] } },
    },
  ],
};

/**
 * Serves every operation of all documents from its examples, without storing anything. Rejects requests that violate the
 * contract and requests without an API key where one is needed. Any key and any link is accepted.
 *
 * @throws the system's error message if it cannot listen
 */
export async function startMock({ host, port, log }: MockOptions): Promise<Mock> {
  const operations = await Promise.all(
    // Prism resolves references in place, so pass a copy.
    [...contractDocuments.values()].map((document) => getHttpOperationsFromSpec(structuredClone(document))),
  );
  for (const { request } of operations.flat()) if (request && !request.body) request.body = noBody;
  for (const response of operations.flat().flatMap(({ responses }) => responses)) {
    // The examples are the only page of a list.
    response.headers = response.headers?.filter(({ name }) => name !== 'Link') ?? [];
  }
  const server = createServer(operations.flat(), {
    cors: true,
    components: { logger: createLogger('mock', { level: 'info' }, requestLog(log)) },
    config: {
      isProxy: false,
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
    },
  });
  const listening = await server.listen(port, host);
  const boundPort = listening.slice(listening.lastIndexOf(':') + 1);
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    close: () => server.close(),
  };
}
