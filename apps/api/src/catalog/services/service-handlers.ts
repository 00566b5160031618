import type { ServiceUpsert } from '@pv-planning/contract';
import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { upsertHandler } from '../../kernel/upserts/upsert-handler.ts';
import { listedServices, newService, serviceBatches, services } from './service-records.ts';

export const serviceHandlers = {
  listServices: ({ query, page }, { db }) => listedServices(db, query, page),

  async createService({ body }, { db }) {
    return { status: 201, body: await services.insert(db, newService(body)) };
  },

  async getService({ params }, { db }) {
    return { status: 200, body: await services.read(db, params.id) };
  },

  async updateService({ params, body, requireMatch }, { db }) {
    const locked = await services.lock(db, params.id);
    requireMatch(locked.record);
    const changes = changedFields(locked.record, body);
    if (!changes) return { status: 200, body: locked.record };
    return { status: 200, body: await services.change(db, locked, changes) };
  },

  async deleteService({ params, requireMatch }, { db }) {
    const { record } = await services.lock(db, params.id);
    requireMatch(record);
    await services.remove(db, record.id);
    return { status: 204 };
  },

  upsertServices: upsertHandler({
    references: (_service: ServiceUpsert) => [],
    lock: serviceBatches.lock,
    create: (service) => newService(service),
    change: changedFields,
    insert: serviceBatches.insert,
    update: serviceBatches.change,
  }),
} satisfies ResourceHandlers;
