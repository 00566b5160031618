// Compiled, not run: what is generated of the second document.
import {
  type ApiError,
  type Body,
  type ErrorCodeOf,
  type EventType,
  errors,
  type OfferPage,
  type OperationId,
  operations,
  type PathParams,
  type Query,
  type Result,
  type Scope,
} from './generated/pages/index.ts';

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

export const typed: [
  Same<OperationId, 'getOfferPage' | 'updateOfferPage'>,
  Same<PathParams<'getOfferPage'>, { token: string }>,
  Same<Query<'getOfferPage'>, Record<never, never>>,
  Same<Body<'updateOfferPage'>, { name: string }>,
  Same<Body<'getOfferPage'>, undefined>,
  Same<Result<'updateOfferPage'>, { status: 200; body: OfferPage }>,
  Same<ErrorCodeOf<'getOfferPage'>, 'invalid_request' | 'link_unknown'>,
  Same<ErrorCodeOf<'updateOfferPage'>, 'invalid_request' | 'link_unknown' | 'offer_closed'>,
  Same<Scope, never>,
  Same<EventType, never>,
] = [true, true, true, true, true, true, true, true, true, true];

export const scope: undefined = operations.getOfferPage.scope;
export const limits: readonly ['reads', 'creations'] = [
  operations.updateOfferPage.limits[0].name,
  operations.updateOfferPage.limits[1].name,
];
export const hourly: 300 = operations.updateOfferPage.limits[1].requests;
export const status: 409 = errors.offer_closed.status;
export const refusal: ApiError = { error: 'link_unknown', message: errors.link_unknown.message };
// @ts-expect-error The codes of the public document are not those of this one.
export const foreign: ApiError = { error: 'insufficient_scope', message: '' };
