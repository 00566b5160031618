export type { components, paths, webhooks } from './generated/api.ts';
export { calls } from './generated/calls.ts';
export { errors } from './generated/errors.ts';
export { events } from './generated/events.ts';
export { forms } from './generated/forms.ts';
export { operations } from './generated/operations.ts';
export type * from './generated/schemas.ts';
export { scopes } from './generated/scopes.ts';
export type {
  Address,
  AddressInput,
  ApiError,
  Body,
  ErrorCode,
  ErrorCodeOf,
  EventData,
  EventOf,
  EventType,
  GeoPoint,
  ListOperationId,
  OperationId,
  PathParams,
  Query,
  ReceivedQuery,
  Result,
  Scope,
  ServedOperations,
} from './types.ts';
