// Serves one operation with three writing steps on the database of DATABASE_URL, for the company of a header:
//   node --conditions=pv-source apps/api/test/processes/steps/steps-process.ts [STEP] [pooler]
// Prints its URL. Before STEP (1 to 3) it prints "waiting" and waits for input. Behind a pooler, it holds no lock.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { errors } from '@pv-planning/contract';
import { createSecretBox, openDatabase, openProcessSession } from '@pv-planning/database';
import {
  admission,
  type Contract,
  contractApi,
  fallbackResponder,
  type Handlers,
} from '@pv-planning/server-kit';
import { operationDefaults } from '@pv-planning/server-kit/testing';
import { createOutbox } from '@pv-planning/webhook-delivery';
import express from 'express';
import { pino } from 'pino';
import type { CompanyCaller } from '../../../src/kernel/company-caller.ts';
import type { Context } from '../../../src/kernel/handler-context.ts';
import { createLinks } from '../../../src/kernel/links/links.ts';
import { mailContents } from '../../../src/kernel/mails/mail-contents.ts';
import { paymentAccounts } from '../../../src/kernel/payment-accounts/payment-accounts.ts';
import { stripeClients } from '../../../src/kernel/payment-accounts/stripe-clients.ts';
import { databaseTransactions } from '../../../src/kernel/transactions/database-transactions.ts';

const operations = {
  moveCustomer: {
    ...operationDefaults,
    method: 'POST',
    path: '/v1/moves',
    errors: ['idempotency_key_reused', 'idempotency_in_progress', 'internal_error'],
    steps: true,
    readOnly: false,
    idempotent: true,
  },
} as const;

type Types = {
  moveCustomer: {
    params: object;
    query: object;
    body: undefined;
    result: { status: 200; body: { notes: string } };
  };
};

const contract: Contract<typeof operations, typeof errors, Types> = {
  document: {
    openapi: '3.1.0',
    info: { title: 'Moves', version: '1.0.0' },
    paths: {
      '/v1/moves': {
        post: {
          operationId: 'moveCustomer',
          parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
          responses: { 200: { description: 'The move.' } },
        },
      },
    },
    components: {},
  },
  operations,
  errors,
  formats: {},
};

const { DATABASE_URL: url = '' } = process.env;
const stopsBefore = Number(process.argv[2] ?? 0);
const database = await openDatabase({ url, migrate: false });
const logger = pino({ level: 'silent' });
const isBehindPooler = process.argv[3] === 'pooler';
const { kysely, connection } = database;
const session = openProcessSession({ database: kysely, connection: isBehindPooler ? undefined : connection });
// The lock is held before the first request.
while (!isBehindPooler && session.owners().self < 0) await delay(10);

async function reach(step: number): Promise<void> {
  if (step !== stopsBefore) return;
  process.stdout.write('waiting\n');
  await once(process.stdin, 'data');
}

const externalId = 'moved';

/** Each step records itself in the notes of the customer. A repeated handler finds the completed steps there. */
const handlers: Handlers<typeof contract, Context> = {
  async moveCustomer(_request, { step, finish }) {
    await reach(1);
    let notes = await step(async ({ db }) => {
      const known = await db
        .selectFrom('customer')
        .select('notes')
        .where('externalId', '=', externalId)
        .executeTakeFirst();
      if (known) return known.notes;
      await db
        .insertInto('customer')
        .values({ externalId, type: 'PRIVATE', lastName: 'Vogel', notes: 'packed' })
        .execute();
      return 'packed';
    });
    await reach(2);
    if (notes === 'packed') notes = await step(({ db }) => note(db, 'packed, carried'));
    await reach(3);
    return finish(async ({ db }) => ({ status: 200, body: { notes: await note(db, `${notes}, unpacked`) } }));
  },
};

async function note(db: Context['db'], notes: string): Promise<string> {
  await db.updateTable('customer').set({ notes }).where('externalId', '=', externalId).execute();
  return notes;
}

const caller: Omit<CompanyCaller, 'tenant'> = {
  owner: 'key:1',
  rateLimitKey: 'key:1',
  logFields: {},
  hasScope: () => true,
  actor: { kind: 'key', id: '1' },
};

const secretKey = Buffer.alloc(32, 7);

const api = contractApi({
  contract,
  authenticate: async ({ headers }) => ({ ...caller, tenant: String(headers['x-company']) }),
  handlers,
  transactions: databaseTransactions({
    database,
    links: createLinks({ secretKey }, () => undefined),
    responseBox: createSecretBox(secretKey),
    paymentAccounts: paymentAccounts({ secretKey }, stripeClients(), { production: false }),
    mailContents: mailContents({ secretKey }),
    outbox: (companyId) => createOutbox({ companyId, wake() {} }),
    owners: session.owners,
  }),
  admission: admission(4),
  requestsPerMinute: 0,
  validateResponses: false,
  logger,
});
const app = express().use(api.handler, ...fallbackResponder({ contract, logger }));
const server = createServer(app).listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
