import type { OperationRequest } from '@pv-planning/server-kit';
import type { PublicContract } from '../../contract/public-contract.ts';
import type { Context } from '../../handler-context.ts';
import { groupNames, type LineGroup, type LineNames, lineGroups } from '../model/line-groups.ts';
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

type LinesOf<Group extends LineGroup> = ReturnType<typeof linesOf<Group>>;

/** The handlers of all groups by operationId: `createOfferModule`, `listOfferModules`. */
type LineHandlers = {
  [Group in LineGroup as `list${LineNames[Group]['listed']}`]: LinesOf<Group>['list'];
} & {
  [Group in LineGroup as `create${LineNames[Group]['schema']}`]: LinesOf<Group>['create'];
} & {
  [Group in LineGroup as `get${LineNames[Group]['schema']}`]: LinesOf<Group>['get'];
} & {
  [Group in LineGroup as `update${LineNames[Group]['schema']}`]: LinesOf<Group>['update'];
} & {
  [Group in LineGroup as `delete${LineNames[Group]['schema']}`]: LinesOf<Group>['delete'];
};

const handlersByName = groupNames.flatMap((group) => {
  const { schema, listed } = lineGroups[group];
  const { list, ...single } = linesOf(group);
  return [
    [`list${listed}`, list],
    ...Object.entries(single).map(([verb, handle]) => [verb + schema, handle]),
  ];
});

// The names are those of the type: both come from the table of groups. `handlers.ts` compares the type with the contract.
export const lineHandlers = Object.fromEntries(handlersByName) as LineHandlers;
