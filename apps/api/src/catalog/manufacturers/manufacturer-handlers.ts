import type { ManufacturerUpsert } from '@pv-planning/contract';
import type { ResourceHandlers } from '../../kernel/handler-context.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { upsertHandler } from '../../kernel/upserts/upsert-handler.ts';
import {
  listedManufacturers,
  manufacturerBatches,
  manufacturerNames,
  manufacturers,
} from './manufacturer-records.ts';

export const manufacturerHandlers = {
  listManufacturers: ({ query, page }, { db }) => listedManufacturers(db, query, page),

  async createManufacturer({ body }, { db }) {
    return { status: 201, body: await manufacturers.insert(db, body) };
  },

  async getManufacturer({ params }, { db }) {
    return { status: 200, body: await manufacturers.read(db, params.id) };
  },

  async updateManufacturer({ params, body, requireMatch }, { db }) {
    const locked = await manufacturers.lock(db, params.id);
    requireMatch(locked.record);
    const changes = changedFields(locked.record, body);
    if (!changes) return { status: 200, body: locked.record };
    return { status: 200, body: await manufacturers.change(db, locked, changes) };
  },

  async deleteManufacturer({ params, requireMatch }, { db }) {
    const { record } = await manufacturers.lock(db, params.id);
    requireMatch(record);
    await manufacturers.remove(db, record.id);
    return { status: 204 };
  },

  upsertManufacturers: upsertHandler({
    references: (_manufacturer: ManufacturerUpsert) => [],
    unique: { name: manufacturerNames },
    lock: manufacturerBatches.lock,
    create: (manufacturer) => manufacturer,
    change: changedFields,
    insert: manufacturerBatches.insert,
    update: manufacturerBatches.change,
  }),
} satisfies ResourceHandlers;
