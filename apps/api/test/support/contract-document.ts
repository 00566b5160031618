import type { OperationId } from '@pv-planning/contract';
import {
  type Components,
  type DescribedResponse,
  type Example,
  jsonOf,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type Reference,
  resolveReference,
  type Schema,
} from '@pv-planning/contract/document';
import type { Contract, Operation as OperationEntry } from '@pv-planning/server-kit';
import { pagesContract } from '../../src/kernel/contract/pages-contract.ts';
import { publicContract as servedContract } from '../../src/kernel/contract/public-contract.ts';

export type { DescribedResponse as ContractResponse, Parameter, Schema };

/** A document with all its optional parts. */
type WholeDocument = Required<OpenApiDocument> & { components: Required<Components> };

/** An operation's entry in the generated table. */
interface TableEntry extends OperationEntry {
  /** Status of a success. */
  status: number;
  /** All error codes that the operation can return. */
  errors: readonly string[];
  /** The operation that reads the record whose version the operation returns or compares. */
  etagOf: string | null;
}

/** A contract that a service implements, with functions for tests to read it. */
export interface TestContract<Id extends string = string> {
  served: ServedContract<Id>;
  bundle: WholeDocument;
  operations: Readonly<Record<Id, TableEntry>>;
  operationIds: readonly Id[];
  /** Returns the target of a `$ref`; any other value unchanged. */
  resolved<T extends object>(value: T | Reference): T;
  describedOperation(operationId: Id): Operation;
  /** Returns the parameters of an operation, including those of its path. */
  parametersOf(operationId: Id, location: Parameter['in']): Parameter[];
  /** Returns the examples of the query parameters that the operation requires. */
  requiredQueryOf(operationId: Id): Record<string, unknown>;
  bodySchemaOf(operationId: Id): Schema | undefined;
  bodyExamplesOf(operationId: Id): object[];
  /** Returns the example bodies of a response. */
  responseExamplesOf(operationId: Id, status: number): unknown[];
}

type ServedContract<Id extends string> = Contract & { operations: Readonly<Record<Id, TableEntry>> };

/** Returns a copy in which `$ref`s are replaced by their targets, so that it can be read without the document. */
function dereferenced<T>(bundle: WholeDocument, value: T): T {
  if (Array.isArray(value)) return value.map((member) => dereferenced(bundle, member)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const whole = '$ref' in value ? resolveReference(bundle, value as object) : value;
  return Object.fromEntries(
    Object.entries(whole).map(([name, member]) => [name, dereferenced(bundle, member)]),
  ) as T;
}

function exampleValues(bundle: WholeDocument, { examples = {} }: MediaType): unknown[] {
  return Object.values(examples).map((example) => resolveReference<Example>(bundle, example).value);
}

export function testContract<Id extends string>(served: ServedContract<Id>): TestContract<Id> {
  const { operations } = served;
  const bundle = served.document as unknown as WholeDocument;
  const resolved = <T extends object>(value: T | Reference): T => resolveReference(bundle, value);
  const placed = new Map<string, PlacedOperation>(
    operationsOf(bundle).map((each) => [
      each.operation.operationId,
      { ...each, parameters: dereferenced(bundle, each.parameters) },
    ]),
  );
  const bodies = new Map<string, Schema>();

  function placedOperation(operationId: string): PlacedOperation {
    const found = placed.get(operationId);
    if (!found) throw new Error(`The contract does not describe ${operationId}.`);
    return found;
  }

  const describedOperation = (operationId: Id) => placedOperation(operationId).operation;

  const parametersOf = (operationId: Id, location: Parameter['in']) =>
    placedOperation(operationId).parameters.filter((parameter) => parameter.in === location);

  return {
    served,
    bundle,
    operations,
    operationIds: Object.keys(operations) as Id[],
    resolved,
    describedOperation,
    parametersOf,
    requiredQueryOf(operationId) {
      const required = parametersOf(operationId, 'query').filter((parameter) => parameter.required);
      return Object.fromEntries(required.map(({ name, example }) => [name, example]));
    },
    bodySchemaOf(operationId) {
      const known = bodies.get(operationId);
      if (known) return known;
      const schema = jsonOf(describedOperation(operationId).requestBody)?.schema;
      if (schema) bodies.set(operationId, dereferenced(bundle, schema));
      return bodies.get(operationId);
    },
    bodyExamplesOf(operationId) {
      const json = jsonOf(describedOperation(operationId).requestBody);
      return json ? (exampleValues(bundle, json) as object[]) : [];
    },
    responseExamplesOf(operationId, status) {
      const response = describedOperation(operationId).responses[String(status)];
      const json = response && jsonOf(resolved<DescribedResponse>(response));
      return json ? exampleValues(bundle, json) : [];
    },
  };
}

export const pages = testContract(pagesContract);

export const publicContract = testContract<OperationId>(servedContract);

/** The contract document of the public API. */
export const contract = publicContract.bundle;

export const {
  operationIds,
  resolved,
  describedOperation,
  parametersOf,
  requiredQueryOf,
  bodySchemaOf,
  bodyExamplesOf,
  responseExamplesOf,
} = publicContract;

/** Returns an example of the contract by its name in `components/examples`. */
export function namedExample<T>(name: string): T {
  const example = contract.components.examples[name];
  if (!example) throw new Error(`The contract has no example ${name}.`);
  return structuredClone(example.value) as T;
}
