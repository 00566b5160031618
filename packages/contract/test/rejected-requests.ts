import { documents } from '@pv-planning/contract/documents';
import { describe, expect, test } from 'vitest';

interface Server {
  baseUrl: string;
  apiKey: string;
}

interface RejectedRequest {
  method?: string;
  path: string;
  /** Null: no API key. */
  authorization?: null;
  headers?: Record<string, string>;
  body?: string;
}

interface Rejection {
  status: number;
  error: string;
  details?: object[];
  headers?: Record<string, string>;
}

const { createCustomer, createPvModule, deleteCustomer, getCustomer, listCustomers } =
  documents.public.operations;
const { getOfferPage } = documents.pages.operations;

const anyRecord = (path: string) => path.replace(/\{\w+\}/g, '1');
const post = (path: string, body: unknown): RejectedRequest => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const invalid = (...details: object[]): Rejection => ({ status: 400, error: 'invalid_request', details });
const notFound = { status: 404, error: 'not_found' };

const cases: [name: string, request: RejectedRequest, rejection: Rejection][] = [
  ['an unknown path', { path: '/v1/nothing' }, notFound],
  ['a path outside of all documents', { path: '/nothing' }, notFound],
  ['a path below a link', { path: '/o/nothing/more' }, notFound],
  ['an unknown path of the pages', { path: '/pages/v1/nothing' }, notFound],
  ['a path in another case', { path: listCustomers.path.toUpperCase() }, notFound],
  ['a path with a slash at the end', { path: `${listCustomers.path}/` }, notFound],
  ['a path that cannot be decoded', { path: getCustomer.path.replace('{id}', '%ZZ') }, notFound],
  ['an id that no record can have', { path: getCustomer.path.replace('{id}', 'x'.repeat(65)) }, notFound],
  [
    'an unsupported method',
    { method: 'PUT', path: listCustomers.path },
    { status: 405, error: 'method_not_allowed', headers: { allow: 'GET, POST, HEAD' } },
  ],
  [
    'an unsupported method of the pages',
    { method: 'DELETE', path: anyRecord(getOfferPage.path) },
    { status: 405, error: 'method_not_allowed', headers: { allow: 'GET, HEAD' } },
  ],
  [
    'a request without an API key',
    { path: listCustomers.path, authorization: null },
    { status: 401, error: 'missing_api_key', headers: { 'www-authenticate': 'Bearer' } },
  ],
  [
    'a body of another type',
    { ...post(createCustomer.path, '{}'), headers: { 'content-type': 'text/plain' } },
    { status: 415, error: 'unsupported_media_type' },
  ],
  [
    'an unknown compression',
    { ...post(createCustomer.path, '{}'), headers: { 'content-encoding': 'zstd' } },
    { status: 415, error: 'unsupported_media_type' },
  ],
  [
    'a body that is too large',
    post(createCustomer.path, ' '.repeat(createCustomer.maxBodyMiB * 1024 * 1024 + 1)),
    { status: 413, error: 'payload_too_large' },
  ],
  [
    'a body that is not JSON',
    post(createCustomer.path, '{'),
    { status: 400, error: 'invalid_json', details: [{ in: 'body', path: '', code: 'invalid_json' }] },
  ],
  [
    'a comma at the end of a list',
    post(createCustomer.path, '{\n  "tags": ["a,]", "b", ]\n}'),
    {
      status: 400,
      error: 'invalid_json',
      details: [{ in: 'body', path: '', message: 'the comma before ] must be removed (line 2 column 22)' }],
    },
  ],
  ['no body', post(createCustomer.path, ''), { status: 400, error: 'invalid_json' }],
  [
    'an unknown field',
    post(createCustomer.path, { lastName: 'Vogel', noSuchField: 1 }),
    invalid({ in: 'body', path: '/noSuchField' }),
  ],
  [
    'several wrong fields',
    post(createCustomer.path, { lastName: 'Vogel', email: 'no', address: { country: 'Germany' } }),
    invalid({ in: 'body', path: '/email' }, { in: 'body', path: '/address/country' }),
  ],
  [
    'a price with too many decimal places, and a GTIN with a wrong check digit',
    post(createPvModule.path, { purchasePrice: 1.123456, gtin: '4006381333932' }),
    {
      status: 400,
      error: 'invalid_request',
      details: expect.arrayContaining([
        expect.objectContaining({ path: '/purchasePrice' }),
        expect.objectContaining({ path: '/gtin' }),
        expect.objectContaining({ path: '/name', code: 'required' }),
      ]),
    },
  ],
  [
    'a body where none belongs',
    { method: 'DELETE', path: anyRecord(deleteCustomer.path), body: '{"really":true}' },
    invalid({ in: 'body', path: '', code: 'unexpected_body' }),
  ],
  [
    'a wrong query parameter',
    { path: `${listCustomers.path}?limit=0` },
    invalid({ in: 'query', path: 'limit', code: 'minimum', message: 'must be >= 1' }),
  ],
  [
    'an unknown query parameter',
    { path: `${listCustomers.path}?limits=1` },
    invalid({ in: 'query', path: 'limits' }),
  ],
  [
    'an unknown sort field',
    { path: `${listCustomers.path}?sort=shoeSize.asc` },
    { status: 400, error: 'invalid_sort', details: [{ in: 'query', path: 'sort' }] },
  ],
  [
    'a wrong header',
    { ...post(createCustomer.path, { lastName: 'Vogel' }), headers: { 'idempotency-key': 'x'.repeat(300) } },
    invalid({ in: 'header', path: 'idempotency-key' }),
  ],
];

/** Requests that every server of the contract rejects alike, in the order of its checks. */
export function testRejectedRequests({ baseUrl, apiKey }: Server): void {
  describe('rejects', () => {
    test.each(cases)('%s', async (_name, request, rejection) => {
      const { method = 'GET', path, authorization, headers, body } = request;
      const { status, headers: expectedHeaders = {}, ...expectedBody } = rejection;
      const response = await fetch(baseUrl + path, {
        method,
        headers: {
          ...(authorization !== null && { authorization: `Bearer ${apiKey}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      });
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const sent = (await response.json()) as { message: string };
      expect([response.status, sent]).toMatchObject([status, expectedBody]);
      expect(sent.message).toEqual(expect.any(String));
      expect(Object.fromEntries(response.headers)).toMatchObject(expectedHeaders);
      expect(response.headers.get('x-request-id')).not.toBeNull();
    });
  });
}
