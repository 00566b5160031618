import { afterAll } from 'vitest';
import { testClient } from '../../../packages/client/test/service-suite.ts';
import { startMock } from '../src/mock-server.ts';
import { exampleBody, examplePathParameters, exampleQuery } from './contract.ts';

const { address, close } = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
afterAll(close);

testClient({
  baseUrl: address,
  apiKey: 'pvp_live_anything',
  keepsRecords: false,
  requestOf: (operationId) => ({
    ...examplePathParameters(operationId),
    query: exampleQuery(operationId),
    body: exampleBody(operationId),
  }),
});
