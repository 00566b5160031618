import { notFound, type OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../../kernel/contract/public-contract.ts';
import type { Context, ResourceHandlers } from '../../kernel/handler-context.ts';
import type { ListPage } from '../../kernel/lists/list-pages.ts';
import { changedFields } from '../../kernel/records/changed-fields.ts';
import { requireReferences } from '../../kernel/references/references.ts';
import { isReported } from './material-events.ts';
import { isMaterialType, type MaterialOf, type MaterialType } from './material-kinds.ts';
import { listedMaterials, listedProducts } from './material-lists.ts';
import {
  changeMaterial,
  completeMaterial,
  fieldsOf,
  insertMaterial,
  lockMaterial,
  type MaterialBody,
  materialReferences,
  readMaterial,
  removeMaterial,
  requireCoherent,
  storedFields,
} from './material-records.ts';
import { requireOnePricePerSite } from './selling-prices.ts';

type ListRequest = Pick<OperationRequest<PublicContract, 'listPvModules'>, 'query' | 'page'>;
type ProductRequest = Pick<OperationRequest<PublicContract, 'updatePvModule'>, 'params' | 'requireMatch'>;

/** The handlers of one product type. The bodies of types differ only in fields that these handlers do not read. */
interface Collection<T extends MaterialType> {
  list(request: ListRequest, context: Context): Promise<ListPage<MaterialOf<T>>>;
  create(request: { body: MaterialBody }, context: Context): Promise<{ status: 201; body: MaterialOf<T> }>;
  get(
    request: Pick<ProductRequest, 'params'>,
    context: Context,
  ): Promise<{ status: 200; body: MaterialOf<T> }>;
  update(
    request: ProductRequest & { body: MaterialBody },
    context: Context,
  ): Promise<{ status: 200; body: MaterialOf<T> }>;
  delete(request: ProductRequest, context: Context): Promise<{ status: 204 }>;
}

function collection<T extends MaterialType>(type: T): Collection<T> {
  return {
    list: ({ query, page }, { db }) => listedProducts(db, type, query, page),

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
      requireCoherent(type, body, material);
      await requireReferences(db, materialReferences(type, body));
      requireMatch(material);
      const changes = changedFields(fieldsOf(material), storedFields(type, body, material));
      if (!changes) return { status: 200, body: material };
      const changed = await changeMaterial(db, locked, changes);
      if (isReported(changes)) await raise('material.updated', changed, changed.updatedAt);
      return { status: 200, body: changed };
    },

    async delete({ params, requireMatch }, { db, raise }) {
      const { record } = await lockMaterial(db, type, params.id);
      const material = completeMaterial(record);
      requireMatch(material);
      await removeMaterial(db, material.id);
      await raise('material.deleted', material);
      return { status: 204 };
    },
  };
}

const pvModules = collection('pv_module');
const batteries = collection('battery');
const inverters = collection('inverter');
const wallboxes = collection('wallbox');
const equipment = collection('equipment');
const miscMaterials = collection('misc');
const subconstructions = collection('subconstruction');
const emergencyPower = collection('emergency_power');

export const materialHandlers = {
  listMaterials: ({ query, page }, { db }) => listedMaterials(db, query, page),

  async getMaterial({ params }, { db }) {
    if (!isMaterialType(params.type)) throw notFound();
    return { status: 200, body: await readMaterial(db, params.type, params.id) };
  },

  listPvModules: pvModules.list,
  createPvModule: pvModules.create,
  getPvModule: pvModules.get,
  updatePvModule: pvModules.update,
  deletePvModule: pvModules.delete,

  listBatteries: batteries.list,
  createBattery: batteries.create,
  getBattery: batteries.get,
  updateBattery: batteries.update,
  deleteBattery: batteries.delete,

  listInverters: inverters.list,
  createInverter: inverters.create,
  getInverter: inverters.get,
  updateInverter: inverters.update,
  deleteInverter: inverters.delete,

  listWallboxes: wallboxes.list,
  createWallbox: wallboxes.create,
  getWallbox: wallboxes.get,
  updateWallbox: wallboxes.update,
  deleteWallbox: wallboxes.delete,

  listEquipment: equipment.list,
  createEquipment: equipment.create,
  getEquipment: equipment.get,
  updateEquipment: equipment.update,
  deleteEquipment: equipment.delete,

  listMiscMaterials: miscMaterials.list,
  createMiscMaterial: miscMaterials.create,
  getMiscMaterial: miscMaterials.get,
  updateMiscMaterial: miscMaterials.update,
  deleteMiscMaterial: miscMaterials.delete,

  listSubconstructions: subconstructions.list,
  createSubconstruction: subconstructions.create,
  getSubconstruction: subconstructions.get,
  updateSubconstruction: subconstructions.update,
  deleteSubconstruction: subconstructions.delete,

  listEmergencyPower: emergencyPower.list,
  createEmergencyPower: emergencyPower.create,
  getEmergencyPower: emergencyPower.get,
  updateEmergencyPower: emergencyPower.update,
  deleteEmergencyPower: emergencyPower.delete,
} satisfies ResourceHandlers;
