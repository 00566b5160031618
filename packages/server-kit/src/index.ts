import type {} from './locals.ts';

export {
  ApiError,
  alreadyExists,
  conflict,
  type ErrorDetail,
  invalidRequest,
  notFound,
  rateLimited,
  unknownReference,
} from './api-error.ts';
export type { Backend, IdempotencyRecords, Reply, Reservation } from './backend.ts';
export { ruleInWords } from './broken-rule.ts';
export { type Api, type ApiOptions, contractApi } from './contract-api.ts';
export type { ContractDocument } from './contract-validation.ts';
export { errorResponder } from './error-responder.ts';
export type { Caller, Handler, Handlers, OperationRequest, Page } from './handler.ts';
export { loggedError } from './logged-error.ts';
export { requestLog } from './request-log.ts';
