// The four operations, hand-written with Express and prepared statements, without validation or logging.
import { randomUUID } from 'node:crypto';
import express from 'express';
import type pg from 'pg';
import { companyOf, inTransaction, listen, pool, yardstickApp } from './express.ts';
import {
  insertCustomer,
  listCustomers,
  lockCustomer,
  readCustomer,
  recordEvent,
  updateCustomer,
} from './yardstick-statements.ts';

async function customerOf(client: pg.Pool | pg.PoolClient, companyId: string, id: string) {
  const { rows } = await client.query({ ...readCustomer, values: [companyId, id] });
  return rows[0];
}

type Customer = Awaited<ReturnType<typeof customerOf>>;

async function raise(client: pg.PoolClient, type: string, companyId: string, customer: Customer) {
  const { id, firstName, lastName, email, createdAt, updatedAt } = customer;
  const data = { id, firstName, lastName, email, createdAt };
  const event = { id: randomUUID(), type, createdAt: updatedAt, data };
  const values = [companyId, event.id, type, updatedAt, JSON.stringify(event)];
  await client.query({ ...recordEvent, values });
}

const app = yardstickApp();

app.get('/v1/customers/:id', async (request, response) => {
  const customer = await customerOf(pool, companyOf(request), request.params.id);
  if (customer) response.json(customer);
  else response.status(404).json({ error: 'not_found' });
});

app.get('/v1/customers', async (request, response) => {
  const limit = Number(request.query.limit ?? 50);
  const offset = Number(request.query.offset ?? 0);
  const { rows } = await pool.query({ ...listCustomers, values: [companyOf(request), limit, offset] });
  const { total } = rows[0];
  const data = rows[0].id === null ? [] : rows;
  // JSON omits undefined fields.
  for (const row of data) row.total = undefined;
  response.json({ data, total, limit, offset });
});

app.post('/v1/customers', express.json(), async (request, response) => {
  const { type, salutation, firstName, lastName, email, phone, address, language, tags } = request.body;
  const companyId = companyOf(request);
  const customer = await inTransaction(async (client) => {
    const whole = { addressLine2: null, district: null, state: null, country: 'DE', ...address };
    const names = [type, salutation, firstName, lastName, email, phone];
    const values = [companyId, ...names, JSON.stringify(whole), language, tags];
    const { rows } = await client.query({ ...insertCustomer, values });
    await raise(client, 'customer.created', companyId, rows[0]);
    return rows[0];
  });
  response.status(201).location(`/v1/customers/${customer.id}`).json(customer);
});

app.patch('/v1/customers/:id', express.json(), async (request, response) => {
  const companyId = companyOf(request);
  const { id } = request.params;
  const customer = await inTransaction(async (client) => {
    await client.query({ ...lockCustomer, values: [companyId, id] });
    const present = await customerOf(client, companyId, id);
    if (request.body.phone === present.phone) return present;
    const { rows } = await client.query({ ...updateCustomer, values: [companyId, id, request.body.phone] });
    await raise(client, 'customer.updated', companyId, rows[0]);
    return rows[0];
  });
  response.json(customer);
});

listen(app);
