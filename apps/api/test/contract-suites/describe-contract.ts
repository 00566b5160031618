import { describe } from 'vitest';
import type { TestContract } from '../support/contract-document.ts';
import type { ContractWorld } from '../support/test-api.ts';
import { describeCreate } from './create.ts';
import { describeExamples } from './examples.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeIsolation } from './isolation.ts';
import { describePatch } from './patch.ts';
import { describeRequestBody } from './request-body.ts';
import { describeScopes } from './scopes.ts';
import { describeValidation } from './validation.ts';

/** The suites that apply to every contract document. */
export const suites = {
  create: describeCreate,
  examples: describeExamples,
  idempotency: describeIdempotency,
  isolation: describeIsolation,
  patch: describePatch,
  requestBody: describeRequestBody,
  scopes: describeScopes,
  validation: describeValidation,
} satisfies Record<string, <Id extends string>(contract: TestContract<Id>, world: ContractWorld<Id>) => void>;

export type SuiteName = keyof typeof suites;

/**
 * Tests a contract document against a service that implements it. The suites of the public document have separate test files, so
 * that they run in parallel.
 */
export function describeContract<Id extends string>(
  contract: TestContract<Id>,
  world: ContractWorld<Id>,
  names: readonly SuiteName[] = Object.keys(suites) as SuiteName[],
): void {
  for (const name of names) describe(name, () => suites[name](contract, world));
}
