export type * from '@pv-planning/contract';
export type {
  ApiResponse,
  Arguments,
  CallOptions,
  Client,
  ConditionalReadId,
  Data,
  Item,
  Operation,
  OperationRequest,
} from './client.ts';
export { type ClientOptions, createClient } from './create-client.ts';
export {
  ApiError,
  type ApiErrorOf,
  ConnectionError,
  isApiError,
  PvPlanningError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts';
