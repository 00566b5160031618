import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../handler-context.ts';
import { changedFields } from '../records/changed-fields.ts';
import { listedServices, newService, services } from './service-records.ts';

type ServiceHandlers = Pick<
  Handlers<PublicContract, Context>,
  'listServices' | 'createService' | 'getService' | 'updateService' | 'deleteService'
>;

export const serviceHandlers: ServiceHandlers = {
  listServices: ({ query, page }, { db }) => listedServices(db, query, page),

  async createService({ body }, { db }) {
    return { status: 201, body: await services.insert(db, { ...newService, ...body }) };
  },

  async getService({ params }, { db }) {
    return { status: 200, body: await services.read(db, params.id) };
  },

  async updateService({ params, body }, { db }) {
    const locked = await services.lock(db, params.id);
    const changes = changedFields(locked.record, body);
    if (!changes) return { status: 200, body: locked.record };
    return { status: 200, body: await services.change(db, locked, changes) };
  },

  async deleteService({ params }, { db }) {
    const { record } = await services.lock(db, params.id);
    await services.remove(db, record.id);
    return { status: 204 };
  },
};
