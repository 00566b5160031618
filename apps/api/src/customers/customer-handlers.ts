import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../handler-context.ts';
import { changedFields } from '../records/changed-fields.ts';
import { requireReferences } from '../references/references.ts';
import { deleteOffersOfCustomer } from '../workflows/delete-offers.ts';
import {
  customerReferences,
  customers,
  listedCustomers,
  requireName,
  storedCustomer,
} from './customer-records.ts';

type CustomerHandlers = Pick<
  Handlers<PublicContract, Context>,
  'listCustomers' | 'createCustomer' | 'getCustomer' | 'updateCustomer' | 'deleteCustomer'
>;

export const customerHandlers: CustomerHandlers = {
  listCustomers: ({ query, page }, { db }) => listedCustomers(db, query, page),

  async createCustomer({ body }, { db, raise }) {
    requireName(body);
    await requireReferences(db, customerReferences(body));
    const customer = await customers.insert(db, { type: 'PRIVATE', ...storedCustomer(body) });
    await raise('customer.created', customer, customer.createdAt);
    return { status: 201, body: customer };
  },

  async getCustomer({ params }, { db }) {
    return { status: 200, body: await customers.read(db, params.id) };
  },

  async updateCustomer({ params, body, requireMatch }, { db, raise }) {
    const locked = await customers.lock(db, params.id);
    const customer = locked.record;
    requireName({ ...customer, ...body });
    await requireReferences(db, customerReferences(body));
    requireMatch(customer);
    const changes = changedFields(customer, storedCustomer(body));
    if (!changes) return { status: 200, body: customer };
    const changed = await customers.change(db, locked, changes);
    await raise('customer.updated', changed, changed.updatedAt);
    return { status: 200, body: changed };
  },

  async deleteCustomer({ params, requireMatch }, { db, raise }) {
    const { record: customer } = await customers.lock(db, params.id);
    requireMatch(customer);
    await deleteOffersOfCustomer(db, customer.id);
    await customers.remove(db, customer.id);
    await raise('customer.deleted', customer);
    return { status: 204 };
  },
};
