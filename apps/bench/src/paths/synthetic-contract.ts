import { errors } from '@pv-planning/contract';
import type { Contract, ContractDocument, Operation } from '@pv-planning/server-kit';
import { operationDefaults } from '@pv-planning/server-kit/testing';

export const pathCount = 130;

const pathIds = Array.from({ length: pathCount }, (_, index) => `${index + 1}`.padStart(3, '0'));

/** Returns the nth path of the contract with an id. */
export function pathNumber(number: number): string {
  return `/v1/collection-${String(number).padStart(3, '0')}/1001`;
}

const parameters = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 64 } },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
];

const recordSchema = { type: 'object', properties: { id: { type: 'string' } } };

const document: ContractDocument = {
  openapi: '3.1.0',
  info: { title: 'Many paths', version: '1.0.0' },
  paths: Object.fromEntries(
    pathIds.map((id) => [
      `/v1/collection-${id}/{id}`,
      {
        get: {
          operationId: `get${id}`,
          parameters,
          responses: {
            200: { description: 'The record', content: { 'application/json': { schema: recordSchema } } },
          },
        },
      },
    ]),
  ),
  components: {},
};

function read(path: string): Operation {
  return {
    ...operationDefaults,
    method: 'GET',
    path,
    scope: 'read:customers',
    errors: Object.keys(errors),
    readOnly: true,
  };
}

const operations = Object.fromEntries(pathIds.map((id) => [`get${id}`, read(`/v1/collection-${id}/{id}`)]));

export const operationIds = Object.keys(operations);

/** A contract with many paths that differ only in name and position. */
export const contract: Contract = { document, operations, errors, formats: {} };
