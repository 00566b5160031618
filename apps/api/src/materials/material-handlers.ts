import type { Query } from '@pv-planning/contract';
import { type Handlers, notFound, type OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import { changedFields } from '../records/changes.ts';
import type { Context } from '../records/context.ts';
import { requireReferences } from '../records/references.ts';
import { isTold } from './material-events.ts';
import { isMaterialType, kindOf, type MaterialType, materialTypes } from './material-kinds.ts';
import { listedMaterials } from './material-lists.ts';
import type { CollectionHandlers, MaterialBody } from './material-operations.ts';
import {
  changeMaterial,
  fieldsOf,
  insertMaterial,
  lockMaterial,
  materialReferences,
  readMaterial,
  removeMaterial,
  requireCoherent,
  storedFields,
  wholeMaterial,
} from './material-records.ts';
import { requireOnePriceASite } from './selling-prices.ts';

type MaterialHandlers = CollectionHandlers &
  Pick<Handlers<PublicContract, Context>, 'listMaterials' | 'getMaterial'>;

/** A request of any collection: they differ in the fields of their bodies only. */
type Request = Pick<OperationRequest<PublicContract, 'listPvModules'>, 'query' | 'page'> &
  Pick<OperationRequest<PublicContract, 'updatePvModule'>, 'params' | 'requireMatch'> & {
    body: MaterialBody;
  };

/** The handlers of one collection under the names of its operations. */
function collection(type: MaterialType): Record<string, (request: Request, context: Context) => unknown> {
  const { singular, plural } = kindOf(type);
  return {
    async [`list${plural}`]({ query, page }, { db }) {
      const filters: Query<'listMaterials'> = { ...query, materialType: type };
      return { status: 200, body: await listedMaterials(db, filters, page) };
    },

    async [`create${singular}`]({ body }, { db, raise }) {
      requireOnePriceASite(body.sellingPrices);
      requireCoherent(type, body);
      await requireReferences(db, materialReferences(type, body));
      const material = await insertMaterial(db, type, body);
      await raise('material.created', material, material.createdAt);
      return { status: 201, body: material };
    },

    async [`get${singular}`]({ params }, { db }) {
      return { status: 200, body: await readMaterial(db, type, params.id) };
    },

    async [`update${singular}`]({ params, body, requireMatch }, { db, raise }) {
      const locked = await lockMaterial(db, type, params.id);
      const material = wholeMaterial(locked.record);
      requireOnePriceASite(body.sellingPrices);
      requireCoherent(type, { ...material, ...body });
      await requireReferences(db, materialReferences(type, body));
      requireMatch(material);
      const changes = changedFields(fieldsOf(material), storedFields(type, body, material));
      if (!changes) return { status: 200, body: material };
      const changed = await changeMaterial(db, locked, changes);
      if (isTold(changes)) await raise('material.updated', changed, changed.updatedAt);
      return { status: 200, body: changed };
    },

    async [`delete${singular}`]({ params, requireMatch }, { db, raise }) {
      const { record } = await lockMaterial(db, type, params.id);
      const material = wholeMaterial(record);
      requireMatch(material);
      await removeMaterial(db, material.id);
      await raise('material.deleted', material);
      return { status: 204 };
    },
  };
}

const collections = Object.assign({}, ...materialTypes.map(collection)) as CollectionHandlers;

export const materialHandlers: MaterialHandlers = {
  ...collections,

  async listMaterials({ query, page }, { db }) {
    return { status: 200, body: await listedMaterials(db, query, page) };
  },

  async getMaterial({ params }, { db }) {
    if (!isMaterialType(params.type)) throw notFound();
    return { status: 200, body: await readMaterial(db, params.type, params.id) };
  },
};
