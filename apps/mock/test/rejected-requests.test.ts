import { afterAll } from 'vitest';
import { testRejectedRequests } from '../../../packages/contract/test/rejected-requests.ts';
import { startMock } from '../src/mock-server.ts';

const { address, close } = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
afterAll(close);

testRejectedRequests({ baseUrl: address, apiKey: 'pvp_live_anything' });
