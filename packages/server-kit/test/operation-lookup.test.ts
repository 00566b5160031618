import { operations } from '@pv-planning/contract';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../src/index.ts';
import { operationLookup } from '../src/operation-lookup.ts';

const find = operationLookup(operations);

function refusal(method: string, path: string): ApiError {
  try {
    find(method, path);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`${method} ${path} was found`);
}

describe('an operation is found', () => {
  test.each(Object.entries(operations))('%s by its method and path', (operationId, { method, path }) => {
    expect(find(method, path.replaceAll(/\{\w+\}/g, '17')).operationId).toBe(operationId);
  });

  test('with the values of its path, decoded', () => {
    expect(find('GET', '/v1/customers/a%2Fb').params).toEqual({ id: 'a/b' });
  });

  test('as GET for HEAD', () => {
    expect(find('HEAD', '/v1/customers').operationId).toBe('listCustomers');
  });
});

describe('404 answers', () => {
  test.each([
    '/',
    '/v1',
    '/v1/customers/',
    '/v1/customers//',
    '/v1/Customers',
    '/v1/customers/1/more',
    '/v1/customers/%zz',
  ])('%s', (path) => {
    expect(refusal('GET', path)).toMatchObject({ status: 404, code: 'not_found' });
  });
});

test('405 names the methods that the path has', () => {
  expect(refusal('PUT', '/v1/customers/17')).toMatchObject({
    status: 405,
    code: 'method_not_allowed',
    headers: { Allow: 'GET, PATCH, DELETE, HEAD' },
  });
});
