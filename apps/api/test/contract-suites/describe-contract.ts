import { describe } from 'vitest';
import type { TestContract } from '../support/contract-document.ts';
import { distinctOperations } from '../support/distinct-operations.ts';
import type { ContractWorld } from '../support/test-api.ts';
import { describeCreate } from './create.ts';
import { describeCursors } from './cursors.ts';
import { describeExamples } from './examples.ts';
import { describeFilters } from './filters.ts';
import { describeFuzz } from './fuzz.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeIsolation } from './isolation.ts';
import { describeLists } from './lists.ts';
import { describePatch } from './patch.ts';
import { describeReferences } from './references.ts';
import { describeRequestBody } from './request-body.ts';
import { describeScopes } from './scopes.ts';
import { describeUniqueness } from './uniqueness.ts';
import { describeValidation } from './validation.ts';
import { describeVersions } from './versions.ts';

/** The properties of an operation that suites need. */
type Entry = TestContract['operations'][string];

const returns = (code: string) => (operation: Entry) => operation.errors.includes(code);
const always = () => true;
const isList = ({ defaultSort }: Entry) => defaultSort !== null;

type Suite = <Id extends string>(contract: TestContract<Id>, world: ContractWorld<Id>) => void;

/** A suite that tests code which operations share: of those, it tests some. */
const once =
  (run: Suite): Suite =>
  (contract, world) =>
    run({ ...contract, operationIds: distinctOperations(contract) }, world);

/** The suites, each with the operations that it tests. A document without such operations has nothing to test. */
export const suites = {
  create: { run: describeCreate, tests: ({ method, status }: Entry) => method === 'POST' && status === 201 },
  cursors: { run: describeCursors, tests: isList },
  examples: { run: describeExamples, tests: always },
  filters: { run: describeFilters, tests: isList },
  fuzz: { run: once(describeFuzz), tests: always },
  idempotency: { run: once(describeIdempotency), tests: ({ idempotent }: Entry) => idempotent },
  isolation: { run: once(describeIsolation), tests: always },
  lists: { run: describeLists, tests: isList },
  patch: { run: describePatch, tests: ({ method }: Entry) => method === 'PATCH' },
  references: { run: describeReferences, tests: returns('unknown_reference') },
  requestBody: { run: describeRequestBody, tests: ({ hasBody }: Entry) => hasBody },
  scopes: { run: describeScopes, tests: ({ scope }: Entry) => scope !== undefined },
  uniqueness: { run: describeUniqueness, tests: returns('already_exists') },
  validation: { run: describeValidation, tests: always },
  versions: { run: once(describeVersions), tests: always },
} satisfies Record<
  string,
  {
    run: Suite;
    tests: (operation: Entry) => boolean;
  }
>;

export type SuiteName = keyof typeof suites;

/**
 * Tests a contract document against a service that implements it. The suites of the public document have separate test files, so
 * that they run in parallel.
 *
 * @param names default: all suites that test an operation of the document
 */
export function describeContract<Id extends string>(
  contract: TestContract<Id>,
  world: ContractWorld<Id>,
  names: readonly SuiteName[] = Object.keys(suites) as SuiteName[],
): void {
  const operations = contract.operationIds.map((operationId) => contract.operations[operationId]);
  const applicable = names.filter((name) => operations.some(suites[name].tests));
  for (const name of applicable) describe(name, () => suites[name].run(contract, world));
}
