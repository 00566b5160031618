import { afterAll } from 'vitest';
import { testClient } from '../../../packages/client/test/service-suite.ts';
import { startMock } from '../src/mock-server.ts';
import { contractExamples } from './contract.ts';

const { address, close } = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
afterAll(close);

const { pathParameters, query, body } = contractExamples('public');

testClient({
  baseUrl: address,
  apiKey: 'pvp_live_anything',
  keepsRecords: false,
  requestOf: (operationId) => ({
    ...pathParameters(operationId),
    query: query(operationId),
    body: body(operationId),
  }),
});
