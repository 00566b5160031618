import { describe, expect, test } from 'vitest';
import type { Operation } from '../src/index.ts';
import { operationLookup } from '../src/request/operation-lookup.ts';

const operations = {
  listThings: ['GET', '/v1/things'],
  createThing: ['POST', '/v1/things'],
  getThing: ['GET', '/v1/things/{id}'],
  updateThing: ['PATCH', '/v1/things/{id}'],
  deleteThing: ['DELETE', '/v1/things/{id}'],
  createPart: ['POST', '/v1/things/{id}/parts'],
  getPart: ['GET', '/v1/things/{id}/parts/{partId}'],
  getNewThings: ['GET', '/v1/things/new'],
} as const satisfies Record<string, [Operation['method'], string]>;

const find = operationLookup(
  Object.entries(operations).map(([operationId, [method, path]]) => ({
    operationId,
    operation: { method, path },
  })),
);

describe('finds', () => {
  test.each(Object.entries(operations))('%s by method and path', (operationId, [method, path]) => {
    expect(find(method, path.replaceAll(/\{\w+\}/g, '17'))?.endpoint?.operationId).toBe(operationId);
  });

  test('decoded path parameters', () => {
    expect(find('GET', '/v1/things/a%2Fb/parts/%C3%A4')?.params).toEqual({ id: 'a/b', partId: 'ä' });
  });

  test('the operation of GET for HEAD', () => {
    expect(find('HEAD', '/v1/things')?.endpoint?.operationId).toBe('listThings');
  });
});

test.each(['/', '/v1', '/v1/things/', '/v1/things//', '/v1/Things', '/v1/things/1/more', '/v1/things/%zz'])(
  'finds nothing for %s',
  (path) => {
    expect(find('GET', path)).toBeUndefined();
  },
);

test('returns the allowed methods for a path without the requested method', () => {
  expect(find('PUT', '/v1/things/17')).toMatchObject({
    endpoint: undefined,
    allowed: ['GET', 'PATCH', 'DELETE', 'HEAD'],
  });
});

test('takes a path without parameters for every method', () => {
  expect(find('PATCH', '/v1/things/new')).toMatchObject({ endpoint: undefined, allowed: ['GET', 'HEAD'] });
});
