// Serves the synthetic contract with the server kit. Handlers do nothing, so that only routing and validation are measured.
import {
  admission,
  type Caller,
  type Contract,
  contractApi,
  fallbackResponder,
} from '@pv-planning/server-kit';
import express from 'express';
import { pino } from 'pino';
import { contract, operationIds } from './synthetic-contract.ts';

const logger = pino({ level: 'silent' });

const caller: Caller = {
  tenant: '1',
  owner: 'key:1',
  rateLimitKey: 'key:1',
  logFields: {},
  hasScope: () => true,
};

async function handle({ params }: { params: object }) {
  return { status: 200, body: params };
}

const api = contractApi<Contract, Caller, object>({
  contract,
  authenticate: async () => caller,
  handlers: Object.fromEntries(operationIds.map((operationId) => [operationId, handle])),
  transactions: {
    read: (_caller, work) => work({}),
    write: () => Promise.reject(new Error('The synthetic contract has no write operations.')),
    isKeyInUse: async () => false,
  },
  requestsPerMinute: 0,
  admission: admission(8),
  validateResponses: false,
  logger,
});
await api.warmUp();

const app = express();
app.get('/healthz', (_request, response) => {
  response.json({ status: 'ok' });
});
app.use(api.handler);
app.use(fallbackResponder({ errors: contract.errors, logger }));
app.listen(Number(process.env.PORT), '127.0.0.1');
