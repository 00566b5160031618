export {
  type ApiError,
  type ApiErrorOptions,
  type ApiErrors,
  apiErrors,
  type ErrorDetail,
  invalidRequest,
  isApiError,
  notFound,
  rateLimited,
  serviceUnavailable,
} from './api-error.ts';
export type { ApiResponse } from './api-response.ts';
export type { Authenticate, Caller, RequestHead } from './caller.ts';
export type {
  CodeOf,
  Contract,
  ContractDocument,
  ErrorTable,
  KitErrors,
  Operation,
  OperationId,
  OperationTypes,
} from './contract.ts';
export { type Api, type ApiOptions, contractApi } from './contract-api.ts';
export type { Cursor } from './cursor.ts';
export { fallbackResponder } from './fallback-responder.ts';
export type { Handler, Handlers, OperationRequest, Page } from './handler.ts';
export { loggedError } from './logged-error.ts';
export { requestLog } from './request-log.ts';
export { type SlotLimits, tenantSlots } from './tenant-slots.ts';
export type { IdempotencyRecords, Reservation, Transactions } from './transactions.ts';
export { contractValidator, type FormatValidators } from './validation/contract-validator.ts';
export { type RuleWords, ruleWords } from './validation/rule-words.ts';
