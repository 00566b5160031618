import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import { changedFields } from '../records/changes.ts';
import type { Context } from '../records/context.ts';
import { listedServices, newService, services } from './service-records.ts';

type ServiceHandlers = Pick<
  Handlers<PublicContract, Context>,
  'listServices' | 'createService' | 'getService' | 'updateService' | 'deleteService'
>;

export const serviceHandlers: ServiceHandlers = {
  async listServices({ query, page }, { db }) {
    return { status: 200, body: await listedServices(db, query, page) };
  },

  async createService({ body }, { db }) {
    return { status: 201, body: await services.insert(db, { ...newService, ...body }) };
  },

  async getService({ params }, { db }) {
    return { status: 200, body: await services.read(db, params.id) };
  },

  async updateService({ params, body }, { db }) {
    const service = await services.lock(db, params.id);
    const changes = changedFields(service, body);
    if (!changes) return { status: 200, body: service };
    return { status: 200, body: await services.change(db, service.id, changes) };
  },

  async deleteService({ params }, { db }) {
    const { id } = await services.lock(db, params.id);
    await services.remove(db, id);
    return { status: 204 };
  },
};
