export { addressBucket, networkOf } from './admission/address-bucket.ts';
export { type Admission, admission, requestSlots } from './admission/admission.ts';
export type { Authenticate, Caller, RequestHead } from './admission/caller.ts';
export { limitAddresses } from './admission/limit-addresses.ts';
export { type StorageQuota, unlimitedStorage } from './admission/storage-quota.ts';
export { windowCounter } from './admission/window-counter.ts';
export type {
  Contract,
  ContractDocument,
  Operation,
  OperationId,
  OperationTypes,
  RequestLimit,
} from './contract/contract.ts';
export type { CodeOf, ErrorTable, KitErrors } from './contract/error-codes.ts';
export { type Api, type ApiOptions, contractApi, type Presenter } from './contract-api.ts';
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
  tooManyConcurrent,
} from './errors/api-error.ts';
export { fallbackResponder } from './fallback-responder.ts';
export { combineHandlers } from './handlers/combine-handlers.ts';
export type { Handler, Handlers, OperationRequest } from './handlers/handler.ts';
export type { Finished, StepOptions, Steps } from './handlers/steps.ts';
export type { Transactions } from './handlers/transactions.ts';
export {
  type IdempotencyRecords,
  KeyInUseError,
  type RequestKey,
  type Reservation,
} from './idempotency/idempotency-records.ts';
export { loggedError } from './logging/logged-error.ts';
export { requestLog } from './logging/request-log.ts';
export type { Cursor } from './paging/cursor.ts';
export type { Page } from './paging/requested-page.ts';
export { parseJsonBody } from './request/json-body.ts';
export { methodNotAllowed } from './request/operation-lookup.ts';
export type { StoredResponse } from './responses/api-response.ts';
export { type ErrorBody, errorBody } from './responses/error-responses.ts';
export { base64Text, computedList } from './responses/json-text.ts';
export { contractValidator } from './validation/contract-validator.ts';
export { formatValidatorsOf } from './validation/format-validators.ts';
export type { FormatValidators } from './validation/operation-validator.ts';
export { type RuleMessages, ruleMessages } from './validation/rule-messages.ts';
