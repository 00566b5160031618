import type { Body, OperationId } from '@pv-planning/contract';
import type { Handlers } from '@pv-planning/server-kit';
import type { PublicContract } from '../contract/public-contract.ts';
import type { Context } from '../handler-context.ts';
import type { MaterialType, materialKinds } from './material-kinds.ts';

type Kinds = typeof materialKinds;
type Verb = 'create' | 'get' | 'update' | 'delete';

/** The operations of the eight collections, such as `createPvModule`. The compiler checks that the contract has them. */
export type CollectionOperation = {
  [Type in MaterialType]: `list${Kinds[Type]['plural']}` | `${Verb}${Kinds[Type]['singular']}`;
}[MaterialType];

export type CollectionHandlers = Pick<Handlers<PublicContract, Context>, CollectionOperation>;

/** The status of a successful response, by the verb of the operation. */
export type StatusOf<V extends Verb | 'list'> = Awaited<
  ReturnType<CollectionHandlers[CollectionOperation & `${V}${string}`]>
>['status'];

type Bodies = { [O in CollectionOperation & OperationId]: Body<O> }[CollectionOperation & OperationId];

/** The body of a create or update operation: the fields that all types share. */
export type MaterialBody = Pick<
  NonNullable<Bodies>,
  'manufacturerId' | 'sellingPrices' | 'vatRate' | 'purchasePrice'
>;
