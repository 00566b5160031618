import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../../kernel/contract/public-contract.ts';
import type { Context } from '../../kernel/handler-context.ts';
import { requireReferences } from '../../kernel/references/references.ts';
import { createCustomer } from './create-customer.ts';
import { customerReferences, customers, listCustomers, requireName } from './customer-records.ts';
import { customerChanges } from './customer-rules.ts';
import { upsertCustomers } from './upsert-customers.ts';

/** `workflows/` deletes customers. */
type CustomerHandlers = Pick<
  Handlers<PublicContract, Context>,
  'listCustomers' | 'createCustomer' | 'getCustomer' | 'updateCustomer' | 'upsertCustomers'
>;

export const customerHandlers: CustomerHandlers = {
  listCustomers: ({ query, page }, { db }) => listCustomers(db, query, page),

  async createCustomer({ body }, context) {
    requireName(body);
    await requireReferences(context.db, customerReferences(body));
    return { status: 201, body: await createCustomer(context, body) };
  },

  async getCustomer({ params }, { db }) {
    return { status: 200, body: await customers.read(db, params.id) };
  },

  async updateCustomer({ params, body, requireMatch }, { db, raise }) {
    const locked = await customers.lock(db, params.id);
    const customer = locked.record;
    const changes = customerChanges(customer, body);
    await requireReferences(db, customerReferences(body));
    requireMatch(customer);
    if (!changes) return { status: 200, body: customer };
    const changed = await customers.change(db, locked, changes);
    await raise('customer.updated', changed, changed.updatedAt);
    return { status: 200, body: changed };
  },

  upsertCustomers,
};
