export {
  type ApiError,
  type ErrorDetail,
  invalidRequest,
  isApiError,
  notFound,
  type Particulars,
  type Refusals,
  rateLimited,
  refusalsOf,
  serviceUnavailable,
} from './api-error.ts';
export type { Backend, IdempotencyRecords, Reservation } from './backend.ts';
export type { Authenticate, Caller, RequestFacts } from './caller.ts';
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
export { fallbackResponder } from './fallback-responder.ts';
export type { Handler, Handlers, OperationRequest, Page } from './handler.ts';
export { loggedError } from './logged-error.ts';
export type { Position } from './positions.ts';
export type { Reply } from './reply.ts';
export { requestLog } from './request-log.ts';
export { type TurnLimits, turns } from './turns.ts';
export type { FormatValidators } from './validation/contract-validator.ts';
export { type RuleWords, ruleWords } from './validation/rule-words.ts';
