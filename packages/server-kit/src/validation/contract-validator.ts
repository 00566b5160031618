import { setTimeout as delay } from 'node:timers/promises';
import type { Contract, Operation } from '../contract/contract.ts';
import {
  type ApiError,
  type ErrorDetail,
  invalidRequest,
  maxDetails,
  notFound,
} from '../errors/api-error.ts';
import { invalidSort } from '../paging/requested-page.ts';
import type { RequestQuery } from '../request/request-query.ts';
import type { ApiResponse } from '../responses/api-response.ts';
import { memoize } from './memoize.ts';
import {
  infiniteNumbers,
  joinLists,
  queryParametersOf,
  repeatedParameters,
  takesHeader,
  unknownOrEmpty,
} from './operation-parameters.ts';
import { type FormatValidators, operationValidators, type RequestParts } from './operation-validator.ts';
import { problemDetails } from './problem-details.ts';
import { responseValidator } from './response-validator.ts';
import type { RuleViolation } from './rule-violation.ts';
import { violationsOfItems } from './violations-of-items.ts';

/** Validates requests and responses against a contract. */
export interface ContractValidator {
  /**
   * Returns the problems with a request; empty if it is valid. For a large body, returns all problems of list items, otherwise
   * only the first problem. Converts the values of the query and applies defaults in place.
   */
  problemsOf(operationId: string, parts: RequestParts): Promise<readonly ErrorDetail[]>;
  /** @throws Error with the rules of the contract that a response violates. Responses with status 5xx are not checked. */
  requireValid(operationId: string, response: ApiResponse): void;
  /**
   * Compiles the schemas ahead of the first requests, until the signal is aborted.
   *
   * @param share fraction of the time to use; the rest is left to requests. Default: 1
   */
  warmUp(signal?: AbortSignal, share?: number): Promise<void>;
}

interface ValidatorOptions {
  /** Validators of the formats that JSON Schema does not define. */
  formatValidators?: FormatValidators | undefined;
}

/** Maximum bytes of a body for which all errors are collected, which takes quadratic time. */
const allErrorsUpTo = 8 * 1024;

/** Ignoring the header would let the caller believe that versions were compared. */
const uselessIfMatch: ErrorDetail = {
  in: 'header',
  path: 'if-match',
  code: 'invalid_request',
  message: 'is not supported by this request, which compares no version: send it without this header',
};

const noValidators: FormatValidators = {};

const validators = new WeakMap<
  Contract,
  { formatValidators: FormatValidators; validator: ContractValidator }[]
>();

/**
 * Returns a validator of a contract. It compiles the schemas of an operation on the first request, which takes tens of
 * milliseconds, and keeps them. All callers with the same contract share one validator, for example in tests.
 */
export function contractValidator(
  contract: Contract,
  { formatValidators = noValidators }: ValidatorOptions = {},
): ContractValidator {
  const ofContract = validators.get(contract) ?? [];
  const same = ofContract.find((other) => other.formatValidators === formatValidators);
  if (same) return same.validator;
  const validator = newValidator(contract, formatValidators);
  validators.set(contract, [...ofContract, { formatValidators, validator }]);
  return validator;
}

function newValidator(contract: Contract, formatValidators: FormatValidators): ContractValidator {
  const { document, operations, formats } = contract;
  const detailsOf = problemDetails(formats);
  const allErrors = operationValidators(contract, { formatValidators, allErrors: true });
  const firstError = operationValidators(contract, { formatValidators, allErrors: false });
  const queryParameters = memoize((operationId) =>
    queryParametersOf(document, operations[operationId] as Operation),
  );

  const takesIfMatch = memoize((operationId) =>
    takesHeader(document, operations[operationId] as Operation, 'If-Match'),
  );

  /** Returns the violations of the items of a list, otherwise only the first violation. */
  async function violationsOfLarge(
    operationId: string,
    parts: RequestParts,
  ): Promise<readonly RuleViolation[]> {
    const violations = await firstError(operationId).violationsOf(parts);
    const value = parts.body?.value;
    const [first] = violations;
    if (first === undefined || typeof value !== 'object' || value === null) return violations;
    const bounds = { enough: maxDetails, maxBytes: allErrorsUpTo };
    const ofItems = await violationsOfItems(value, first, bounds, (alone, collect) => {
      const body = { value: alone, bytes: Buffer.alloc(0) };
      return (collect === 'all' ? allErrors : firstError)(operationId).violationsOf({ ...parts, body });
    });
    return ofItems.length > 0 ? ofItems : violations;
  }

  return {
    async problemsOf(operationId, parts) {
      const { query, headers, body } = parts;
      if (headers['if-match'] !== undefined && !takesIfMatch(operationId)) return [uselessIfMatch];
      const misnamed = unknownOrEmpty(query, queryParameters(operationId));
      if (misnamed) return [misnamed];
      joinLists(query, queryParameters(operationId));
      const isLarge = (body?.bytes.length ?? 0) > allErrorsUpTo;
      // Before validation, which splits lists of values.
      const repeated = repeatedParameters(query);
      const violations = isLarge
        ? await violationsOfLarge(operationId, parts)
        : await allErrors(operationId).violationsOf(parts);
      const problems = violations.length > 0 ? detailsOf(violations, query) : infiniteNumbers(query);
      if (repeated.length === 0) return problems;
      const isRepeated = (problem: ErrorDetail) =>
        problem.in === 'query' && repeated.some(({ path }) => path === problem.path);
      return [...repeated, ...problems.filter((problem) => !isRepeated(problem))];
    },

    requireValid: responseValidator(contract, formatValidators),

    async warmUp(signal, share = 1) {
      for (const [operationId, { hasBody }] of Object.entries(operations)) {
        if (signal?.aborted) return;
        const begunAt = performance.now();
        // The request may be invalid; the schemas are compiled anyway.
        const body = hasBody ? { value: {}, bytes: Buffer.from('{}') } : undefined;
        await allErrors(operationId).violationsOf({ params: {}, query: {}, headers: {}, body });
        await delay((performance.now() - begunAt) * (1 / share - 1));
      }
    },
  };
}

/** An invalid path parameter means that the record does not exist: 404, unless other parts of the request are invalid (400). */
export function validationError(
  problems: readonly ErrorDetail[],
  query: RequestQuery,
  { sortable }: Operation,
): ApiError {
  const others = problems.filter((problem) => problem.in !== 'path');
  if (others.length === 0) return notFound();
  const isSort = others.some(({ in: location, path }) => location === 'query' && path === 'sort');
  return isSort && !Array.isArray(query.sort) ? invalidSort(sortable) : invalidRequest(...others);
}
