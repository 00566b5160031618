import type { OperationId } from '@pv-planning/contract';
import type { Handlers, OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../../contract/public-contract.ts';
import type { Context } from '../../handler-context.ts';
import { listedLines } from '../lifecycle/list-offers.ts';
import type { LineInput } from '../model/requested-lines.ts';
import { addLine, changeLine, removeLine } from './change-lines.ts';

/** The groups whose lines have operations of their own, with their names in these operations. */
const operated = {
  services: { singular: 'Service', plural: 'Services' },
  additionalCosts: { singular: 'AdditionalCost', plural: 'AdditionalCosts' },
  batteries: { singular: 'Battery', plural: 'Batteries' },
  wallboxes: { singular: 'Wallbox', plural: 'Wallboxes' },
  miscMaterials: { singular: 'MiscMaterial', plural: 'MiscMaterials' },
} as const;

type Operated = typeof operated;
type Group = keyof Operated;

/** The operations of the five groups, such as `createOfferBattery`. The compiler checks that the contract has them. */
type LineOperation = {
  [G in Group]:
    | `listOffer${Operated[G]['plural']}`
    | `${'create' | 'update' | 'delete'}Offer${Operated[G]['singular']}`;
}[Group];

type LineHandlers = Pick<Handlers<PublicContract, Context>, LineOperation & OperationId>;

/** A request to any of them. Only the fields of the bodies differ. */
type Request = Pick<OperationRequest<PublicContract, 'listOfferServices'>, 'query' | 'page'> &
  Pick<OperationRequest<PublicContract, 'updateOfferService'>, 'params'> & { body: LineInput };

function handlersOf(group: Group): Record<string, (request: Request, context: Context) => unknown> {
  const { singular, plural } = operated[group];
  return {
    [`listOffer${plural}`]({ params, query, page }, { snapshot }) {
      return snapshot((db) => listedLines(db, { offerId: params.id, group }, query, page));
    },

    async [`createOffer${singular}`]({ params, body }, context) {
      return { status: 201, body: await addLine(context, { offerId: params.id, group }, body) };
    },

    async [`updateOffer${singular}`]({ params, body }, context) {
      const place = { offerId: params.id, group };
      return { status: 200, body: await changeLine(context, place, params.lineId, body) };
    },

    async [`deleteOffer${singular}`]({ params }, context) {
      await removeLine(context, { offerId: params.id, group }, params.lineId);
      return { status: 204 };
    },
  };
}

export const lineHandlers = Object.assign(
  {},
  ...(Object.keys(operated) as Group[]).map(handlersOf),
) as LineHandlers;
