import type { Handlers } from '@pv-planning/server-kit';
import type { Context } from '../context.ts';
import { changedFields } from '../records/changes.ts';
import { requireReferences } from '../records/references.ts';
import { now } from '../records/stored-values.ts';
import {
  customerReferences,
  listedCustomers,
  lockCustomer,
  readCustomer,
  requireName,
  storedCustomer,
} from './customer-records.ts';

type CustomerHandlers = Pick<
  Handlers<Context>,
  'listCustomers' | 'createCustomer' | 'getCustomer' | 'updateCustomer' | 'deleteCustomer'
>;

export const customerHandlers: CustomerHandlers = {
  async listCustomers({ query, page }, { db }) {
    return { status: 200, body: await listedCustomers(db, query, page) };
  },

  async createCustomer({ body }, { db, raise }) {
    requireName(body);
    await requireReferences(db, customerReferences, body);
    const { id } = await db
      .insertInto('customer')
      .values({ type: 'PRIVATE', ...storedCustomer(body) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const customer = await readCustomer(db, id);
    await raise('customer.created', customer);
    return { status: 201, body: customer };
  },

  async getCustomer({ params }, { db }) {
    return { status: 200, body: await readCustomer(db, params.id) };
  },

  async updateCustomer({ params, body, requireMatch }, { db, raise }) {
    const customer = await lockCustomer(db, params.id);
    requireName({ ...customer, ...body });
    await requireReferences(db, customerReferences, body);
    requireMatch(customer);
    const changes = changedFields(customer, storedCustomer(body));
    if (!changes) return { status: 200, body: customer };
    await db
      .updateTable('customer')
      .set({ ...changes, updatedAt: now })
      .where('id', '=', customer.id)
      .execute();
    const changed = await readCustomer(db, customer.id);
    await raise('customer.updated', changed);
    return { status: 200, body: changed };
  },

  async deleteCustomer({ params, requireMatch }, { db, raise }) {
    const customer = await lockCustomer(db, params.id);
    requireMatch(customer);
    await db.deleteFrom('customer').where('id', '=', customer.id).execute();
    await raise('customer.deleted', customer);
    return { status: 204 };
  },
};
