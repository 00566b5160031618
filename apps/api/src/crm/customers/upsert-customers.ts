import type { CustomerUpsert } from '@pv-planning/contract';
import { sql } from 'kysely';
import { upsertHandler } from '../../kernel/upserts/upsert-handler.ts';
import { customerBatches, customerReferences } from './customer-records.ts';
import { customerChanges, newCustomer } from './customer-rules.ts';

const { lock, insert, change, holders } = customerBatches;

export const upsertCustomers = upsertHandler({
  references: (customer: CustomerUpsert, path) => customerReferences(customer, path),
  unique: {
    customerNumber: {
      holders: (db, numbers) => holders(db, sql.ref<string>('customerNumber'), numbers),
    },
  },
  lock,
  create: newCustomer,
  change: customerChanges,
  insert,
  update: change,
  raiseCreated: ({ raiseAll }, changes) => raiseAll('customer.created', changes),
  raiseUpdated: ({ raiseAll }, changes) => raiseAll('customer.updated', changes),
});
