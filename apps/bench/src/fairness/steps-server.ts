// Serves a read and an operation in steps that waits for five seconds, with the server kit on the database of DATABASE_URL.
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@pv-planning/contract';
import { type CompanyQueries, openDatabase } from '@pv-planning/database';
import {
  admission,
  type Caller,
  type Contract,
  contractApi,
  fallbackResponder,
  type Handlers,
} from '@pv-planning/server-kit';
import { operationDefaults } from '@pv-planning/server-kit/testing';
import express from 'express';
import { pino } from 'pino';

const waitMs = 5_000;

const usual = { ...operationDefaults, errors: Object.keys(errors) };

const operations = {
  getThing: { ...usual, method: 'GET', path: '/v1/thing', readOnly: true },
  waitForThing: { ...usual, method: 'POST', path: '/v1/waits', steps: true, readOnly: false },
} as const;

type Result = { params: object; query: object; body: undefined; result: { status: 200; body: object } };

const responses = { 200: { description: 'The thing.' } };
const contract: Contract<typeof operations, typeof errors, Record<keyof typeof operations, Result>> = {
  document: {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/v1/thing': { get: { operationId: 'getThing', responses } },
      '/v1/waits': { post: { operationId: 'waitForThing', responses } },
    },
    components: {},
  },
  operations,
  errors,
  formats: {},
};

interface Context {
  db: CompanyQueries;
}

const read = async ({ db }: Context) => ({
  customers: await db.selectFrom('customer').select('id').limit(1).execute(),
});

const handlers: Handlers<typeof contract, Context> = {
  getThing: async (_request, context) => ({ status: 200, body: await read(context) }),
  async waitForThing({ signal }, { step, finish }) {
    await step(read);
    await sleep(waitMs, undefined, { signal });
    return finish(async (context) => ({ status: 200, body: await read(context) }));
  },
};

const caller: Omit<Caller, 'tenant'> = {
  owner: 'key:1',
  rateLimitKey: 'key:1',
  logFields: {},
  hasScope: () => true,
};

const logger = pino({ level: 'silent' });
const database = await openDatabase({ url: process.env.DATABASE_URL ?? '', poolSize: 10 });
const unusedRecords = {} as never;

const api = contractApi({
  contract,
  authenticate: async ({ headers }) => ({ ...caller, tenant: String(headers['x-company']) }),
  handlers,
  transactions: {
    read: ({ tenant }, work, signal) => work({ db: database.forCompany(tenant, signal) }),
    write: ({ tenant }, work) => database.transaction(tenant, (db) => work({ db }, unusedRecords)),
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
app.use(api.handler, ...fallbackResponder({ errors, logger }));
app.listen(Number(process.env.PORT), '127.0.0.1');
