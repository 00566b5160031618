import type { OperationId } from '@pv-planning/contract';
import type { Handlers, OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../../contract/public-contract.ts';
import type { Context } from '../../handler-context.ts';
import type { LineGroup } from '../model/line-groups.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { addLine } from './add-line.ts';
import { changeLine } from './change-line.ts';
import { listLines } from './list-lines.ts';
import { removeLine } from './remove-line.ts';

type ListRequest = Pick<OperationRequest<PublicContract, 'listOfferServices'>, 'params' | 'query' | 'page'>;
type CreateRequest = Pick<OperationRequest<PublicContract, 'createOfferService'>, 'params'> & {
  body: LineInput;
};
type UpdateRequest = Pick<OperationRequest<PublicContract, 'updateOfferService'>, 'params'> & {
  body: LineInput;
};
type DeleteRequest = Pick<OperationRequest<PublicContract, 'deleteOfferService'>, 'params'>;

/** Handlers for the lines of one group. */
const lines = {
  list:
    <Group extends LineGroup>(group: Group) =>
    ({ params, query, page }: ListRequest, { snapshot }: Context) =>
      snapshot((db) => listLines(db, { offerId: params.id, group }, query, page)),

  create:
    <Group extends LineGroup>(group: Group) =>
    async ({ params, body }: CreateRequest, context: Context) => ({
      status: 201 as const,
      body: await addLine(context, { offerId: params.id, group }, body),
    }),

  update:
    <Group extends LineGroup>(group: Group) =>
    async ({ params, body }: UpdateRequest, context: Context) => ({
      status: 200 as const,
      body: await changeLine(context, { offerId: params.id, group }, params.lineId, body),
    }),

  delete:
    (group: LineGroup) =>
    async ({ params }: DeleteRequest, context: Context) => {
      await removeLine(context, { offerId: params.id, group }, params.lineId);
      return { status: 204 as const };
    },
};

type Line = 'Service' | 'AdditionalCost' | 'Battery' | 'Wallbox' | 'MiscMaterial';
type Lines = 'Services' | 'AdditionalCosts' | 'Batteries' | 'Wallboxes' | 'MiscMaterials';

/** The operations on single lines. */
type LineOperation = OperationId & (`listOffer${Lines}` | `${'create' | 'update' | 'delete'}Offer${Line}`);

export const lineHandlers = {
  listOfferServices: lines.list('services'),
  createOfferService: lines.create('services'),
  updateOfferService: lines.update('services'),
  deleteOfferService: lines.delete('services'),

  listOfferAdditionalCosts: lines.list('additionalCosts'),
  createOfferAdditionalCost: lines.create('additionalCosts'),
  updateOfferAdditionalCost: lines.update('additionalCosts'),
  deleteOfferAdditionalCost: lines.delete('additionalCosts'),

  listOfferBatteries: lines.list('batteries'),
  createOfferBattery: lines.create('batteries'),
  updateOfferBattery: lines.update('batteries'),
  deleteOfferBattery: lines.delete('batteries'),

  listOfferWallboxes: lines.list('wallboxes'),
  createOfferWallbox: lines.create('wallboxes'),
  updateOfferWallbox: lines.update('wallboxes'),
  deleteOfferWallbox: lines.delete('wallboxes'),

  listOfferMiscMaterials: lines.list('miscMaterials'),
  createOfferMiscMaterial: lines.create('miscMaterials'),
  updateOfferMiscMaterial: lines.update('miscMaterials'),
  deleteOfferMiscMaterial: lines.delete('miscMaterials'),
} satisfies Pick<Handlers<PublicContract, Context>, LineOperation>;
