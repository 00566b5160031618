// The synthetic contract behind the service's own router. Handlers do nothing, so that finding and checking is all there is.
import { type Backend, contractApi, errorResponder, type Handlers } from '@pv-planning/server-kit';
import express from 'express';
import { pino } from 'pino';
import { document, operations } from './synthetic-contract.ts';

const backend: Backend<object> = {
  authenticate: async () => ({ companyId: '1', keyId: '1', scopes: new Set(['read:customers']) }),
  read: (_caller, work) => work({}),
  write: () => Promise.reject(new Error('Nothing is written here.')),
};

async function handle({ params }: { params: object }) {
  return { status: 200, body: params };
}

const handlers = Object.fromEntries(Object.keys(operations).map((operationId) => [operationId, handle]));

const api = contractApi({
  document,
  operations,
  handlers: handlers as unknown as Handlers<object>,
  backend,
  requestsPerMinute: 0,
  validateResponses: false,
});
await api.warmUp();

const app = express();
app.get('/healthz', (_request, response) => {
  response.json({ status: 'ok' });
});
app.use(api.router);
app.use(errorResponder(pino({ level: 'silent' })));
app.listen(Number(process.env.PORT), '127.0.0.1');
