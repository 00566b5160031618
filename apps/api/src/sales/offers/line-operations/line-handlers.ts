import type { OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../../../kernel/contract/public-contract.ts';
import type { Context, ResourceHandlers } from '../../../kernel/handler-context.ts';
import type { LineGroup } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { addLine } from './add-line.ts';
import { changeLine } from './change-line.ts';
import { listLines } from './list-lines.ts';
import { readLine } from './read-line.ts';
import { removeLine } from './remove-line.ts';

type ListRequest = Pick<OperationRequest<PublicContract, 'listOfferModules'>, 'params' | 'query' | 'page'>;
type CreateRequest = Pick<
  OperationRequest<PublicContract, 'createOfferModule'>,
  'params' | 'requireMatch'
> & {
  body: LineInput;
};
type LineRequest = Pick<OperationRequest<PublicContract, 'getOfferModule'>, 'params' | 'requireMatch'>;
type UpdateRequest = LineRequest & { body: LineInput };

/** The handlers for the lines of one group. The version of a line is that of its offer. */
function linesOf<Group extends LineGroup>(group: Group) {
  return {
    list: ({ params, query, page }: ListRequest, { snapshot }: Context) =>
      snapshot((db) => listLines(db, { offerId: params.id, group }, query, page)),

    async create({ params, body, requireMatch }: CreateRequest, context: Context) {
      const place = { offerId: params.id, group };
      const { line, offer } = await addLine(context, place, body, requireMatch);
      return { status: 201 as const, body: line, version: offer };
    },

    async get({ params }: LineRequest, { snapshot }: Context) {
      const place = { offerId: params.id, group };
      const { line, offer } = await snapshot((db) => readLine(db, place, params.lineId));
      return { status: 200 as const, body: line, version: offer };
    },

    async update({ params, body, requireMatch }: UpdateRequest, context: Context) {
      const place = { offerId: params.id, group };
      const { line, offer } = await changeLine(context, place, params.lineId, body, requireMatch);
      return { status: 200 as const, body: line, version: offer };
    },

    async delete({ params, requireMatch }: LineRequest, context: Context) {
      const place = { offerId: params.id, group };
      const offer = await removeLine(context, place, params.lineId, requireMatch);
      return { status: 204 as const, version: offer };
    },
  };
}

const modules = linesOf('modules');
const inverters = linesOf('inverters');
const batteries = linesOf('batteries');
const wallboxes = linesOf('wallboxes');
const subconstructions = linesOf('subconstructions');
const equipment = linesOf('equipment');
const emergencyPower = linesOf('emergencyPower');
const miscMaterials = linesOf('miscMaterials');
const services = linesOf('services');
const additionalCosts = linesOf('additionalCosts');

export const lineHandlers = {
  listOfferModules: modules.list,
  createOfferModule: modules.create,
  getOfferModule: modules.get,
  updateOfferModule: modules.update,
  deleteOfferModule: modules.delete,

  listOfferInverters: inverters.list,
  createOfferInverter: inverters.create,
  getOfferInverter: inverters.get,
  updateOfferInverter: inverters.update,
  deleteOfferInverter: inverters.delete,

  listOfferBatteries: batteries.list,
  createOfferBattery: batteries.create,
  getOfferBattery: batteries.get,
  updateOfferBattery: batteries.update,
  deleteOfferBattery: batteries.delete,

  listOfferWallboxes: wallboxes.list,
  createOfferWallbox: wallboxes.create,
  getOfferWallbox: wallboxes.get,
  updateOfferWallbox: wallboxes.update,
  deleteOfferWallbox: wallboxes.delete,

  listOfferSubconstructions: subconstructions.list,
  createOfferSubconstruction: subconstructions.create,
  getOfferSubconstruction: subconstructions.get,
  updateOfferSubconstruction: subconstructions.update,
  deleteOfferSubconstruction: subconstructions.delete,

  listOfferEquipment: equipment.list,
  createOfferEquipment: equipment.create,
  getOfferEquipment: equipment.get,
  updateOfferEquipment: equipment.update,
  deleteOfferEquipment: equipment.delete,

  listOfferEmergencyPower: emergencyPower.list,
  createOfferEmergencyPower: emergencyPower.create,
  getOfferEmergencyPower: emergencyPower.get,
  updateOfferEmergencyPower: emergencyPower.update,
  deleteOfferEmergencyPower: emergencyPower.delete,

  listOfferMiscMaterials: miscMaterials.list,
  createOfferMiscMaterial: miscMaterials.create,
  getOfferMiscMaterial: miscMaterials.get,
  updateOfferMiscMaterial: miscMaterials.update,
  deleteOfferMiscMaterial: miscMaterials.delete,

  listOfferServices: services.list,
  createOfferService: services.create,
  getOfferService: services.get,
  updateOfferService: services.update,
  deleteOfferService: services.delete,

  listOfferAdditionalCosts: additionalCosts.list,
  createOfferAdditionalCost: additionalCosts.create,
  getOfferAdditionalCost: additionalCosts.get,
  updateOfferAdditionalCost: additionalCosts.update,
  deleteOfferAdditionalCost: additionalCosts.delete,
} satisfies ResourceHandlers;
