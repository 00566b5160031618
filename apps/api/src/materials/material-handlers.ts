import type { Material, Query } from '@pv-planning/contract';
import { type Handlers, notFound, type OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../handler-context.ts';
import type { ListEnvelope } from '../lists/list-pages.ts';
import { changedFields } from '../records/changed-fields.ts';
import { requireReferences } from '../references/references.ts';
import { isReported } from './material-events.ts';
import { isMaterialType, kindOf, type MaterialType, materialTypes } from './material-kinds.ts';
import { listedMaterials } from './material-lists.ts';
import type { CollectionHandlers, MaterialBody, StatusOf } from './material-operations.ts';
import {
  changeMaterial,
  completeMaterial,
  fieldsOf,
  insertMaterial,
  lockMaterial,
  materialReferences,
  readMaterial,
  removeMaterial,
  requireCoherent,
  storedFields,
} from './material-records.ts';
import { requireOnePricePerSite } from './selling-prices.ts';

type MaterialHandlers = CollectionHandlers &
  Pick<Handlers<PublicContract, Context>, 'listMaterials' | 'getMaterial'>;

/** A request to any collection. Only the fields of the bodies differ. */
type Request = Pick<OperationRequest<PublicContract, 'listPvModules'>, 'query' | 'page'> &
  Pick<OperationRequest<PublicContract, 'updatePvModule'>, 'params' | 'requireMatch'> & {
    body: MaterialBody;
  };

type Handle<Result> = (request: Request, context: Context) => Promise<Result>;

interface Collection {
  list: Handle<{ status: StatusOf<'list'>; body: ListEnvelope<Material> }>;
  create: Handle<{ status: StatusOf<'create'>; body: Material }>;
  get: Handle<{ status: StatusOf<'get'>; body: Material }>;
  update: Handle<{ status: StatusOf<'update'>; body: Material }>;
  remove: Handle<{ status: StatusOf<'delete'> }>;
}

function collection(type: MaterialType): Collection {
  return {
    async list({ query, page }, { db }) {
      const filters: Query<'listMaterials'> = { ...query, materialType: type };
      return listedMaterials(db, filters, page);
    },

    async create({ body }, { db, raise }) {
      requireOnePricePerSite(body.sellingPrices);
      requireCoherent(type, body);
      await requireReferences(db, materialReferences(type, body));
      const material = await insertMaterial(db, type, body);
      await raise('material.created', material, material.createdAt);
      return { status: 201, body: material };
    },

    async get({ params }, { db }) {
      return { status: 200, body: await readMaterial(db, type, params.id) };
    },

    async update({ params, body, requireMatch }, { db, raise }) {
      const locked = await lockMaterial(db, type, params.id);
      const material = completeMaterial(locked.record);
      requireOnePricePerSite(body.sellingPrices);
      requireCoherent(type, { ...material, ...body });
      await requireReferences(db, materialReferences(type, body));
      requireMatch(material);
      const changes = changedFields(fieldsOf(material), storedFields(type, body, material));
      if (!changes) return { status: 200, body: material };
      const changed = await changeMaterial(db, locked, changes);
      if (isReported(changes)) await raise('material.updated', changed, changed.updatedAt);
      return { status: 200, body: changed };
    },

    async remove({ params, requireMatch }, { db, raise }) {
      const { record } = await lockMaterial(db, type, params.id);
      const material = completeMaterial(record);
      requireMatch(material);
      await removeMaterial(db, material.id);
      await raise('material.deleted', material);
      return { status: 204 };
    },
  };
}

/** Returns the handlers of one collection by operationId. */
function handlersOf(type: MaterialType) {
  const { singular, plural } = kindOf(type);
  const { list, create, get, update, remove } = collection(type);
  return {
    [`list${plural}`]: list,
    [`create${singular}`]: create,
    [`get${singular}`]: get,
    [`update${singular}`]: update,
    [`delete${singular}`]: remove,
  };
}

const collections = Object.assign({}, ...materialTypes.map(handlersOf)) as CollectionHandlers;

export const materialHandlers: MaterialHandlers = {
  ...collections,

  listMaterials: ({ query, page }, { db }) => listedMaterials(db, query, page),

  async getMaterial({ params }, { db }) {
    if (!isMaterialType(params.type)) throw notFound();
    return { status: 200, body: await readMaterial(db, params.type, params.id) };
  },
};
