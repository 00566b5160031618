import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer, text as streamText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { documents, mainDocument } from '@pv-planning/contract/documents';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { contract, operationIds } from './support/contract-document.ts';
import { openTestApi } from './support/test-api.ts';

const origin = 'https://portal.example';
const { exampleCompany, url, database } = await openTestApi({ corsOrigins: [origin] });
const closed = await openTestApi();
const { api } = exampleCompany;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("returns the caller's request id if it is valid", async () => {
  for (const id of ['1', 'abc-123_X.y', 'x'.repeat(64)]) {
    const { headers } = await api.call('getCompany', { headers: { 'X-Request-Id': id } });
    expect(headers.get('x-request-id')).toBe(id);
  }
});

test('error responses say what to do and lead to the page about their code', async () => {
  const unknown = await api.send('GET', '/v1/nonsense');
  expect(unknown.headers.get('link')).toBe('</docs/errors/not_found.html>; rel="help"');
  const invalid = await api.call('createCustomer', { body: { email: 'x' } });
  expect(invalid.headers.get('link')).toBe('</docs/errors/invalid_request.html>; rel="help"');
  expect(JSON.parse(invalid.text).message).toBe(
    'The request is invalid. Correct the parts listed in details and send the request again.',
  );
  const link = await api.send('GET', '/pages/v1/offers/nobody', { key: null });
  expect(link.headers.get('link')).toBe('</docs/pages/errors/not_found.html>; rel="help"');
});

test('generates an id for all other requests', async () => {
  const seen = new Set<string>();
  for (const id of [undefined, '', 'x'.repeat(65), 'a b', 'a:b', 'a/b', 'ä', '{"a":1}', '<b>', 'a,b']) {
    const { headers } = await api.call('getCompany', {
      headers: id === undefined ? {} : { 'X-Request-Id': id },
    });
    const given = headers.get('x-request-id') ?? '';
    expect(given).toMatch(uuid);
    seen.add(given);
  }
  expect(seen.size).toBe(10);
});

test('every kind of response has a request id', async () => {
  const headers = { 'X-Request-Id': 'mine' };
  const answers = await Promise.all([
    api.send('GET', '/v1/nonsense', { headers }),
    api.send('PUT', '/v1/company', { headers }),
    api.send('GET', '/v1/company', { key: null, headers }),
    api.send('DELETE', '/v1/customers/1002', { headers }),
    api.send('POST', '/v1/customers', { rawBody: '{', headers }),
  ]);
  for (const answer of answers) expect(answer.headers.get('x-request-id')).toBe('mine');
  for (const path of ['/openapi.json', '/docs/nonsense']) {
    expect((await fetch(url + path, { headers })).headers.get('x-request-id')).toBe('mine');
  }
});

test('responses do not reveal the software of the service', async () => {
  const { headers } = await api.call('getCompany');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
});

test('responses disable caching and content sniffing', async () => {
  const answers = await Promise.all([
    api.call('getCompany'),
    api.send('GET', '/v1/company', { key: null }),
    api.send('GET', '/v1/nonsense'),
  ]);
  for (const { headers } of answers) {
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff',
    ]);
  }
});

test.each([
  ['Host', 'evil.example'],
  ['Authorization', 'Bearer other'],
  ['Idempotency-Key', 'other'],
])('rejects a request with two %s headers before anything else', async (name, other) => {
  const { hostname, port, host } = new URL(url);
  const values = { Host: host, Authorization: 'Bearer unknown', 'Idempotency-Key': 'one' };
  const lines = Object.entries({ ...values, Connection: 'close' }).map((header) => header.join(': '));
  for (const path of ['/v1/customers', '/pages/v1/companies/nobody-1/requests', '/v1/nonsense']) {
    const socket = connect(Number(port), hostname);
    socket.end([`POST ${path} HTTP/1.1`, ...lines, `${name.toLowerCase()}: ${other}`, '', ''].join('\r\n'));
    const answer = await streamText(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"error":"invalid_request"');
    expect(answer).toContain(`{"in":"header","path":"${name}","code":"duplicate"`);
  }
});

/** Sends a GET request without the headers that `fetch` adds, and returns the body without decompressing it. */
async function fetched(path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(url + path, { headers }), 'response')) as [IncomingMessage];
  const bytes = await buffer(response);
  return { status: response.statusCode, headers: response.headers, bytes };
}

const unpack = { gzip: gunzipSync, br: brotliDecompressSync };

test.each([['/openapi.json'], ['/openapi.yaml']])(
  '%s is served precompressed and returns 304 for its ETag',
  async (path) => {
    const plain = await fetched(path);
    for (const [encoding, decompress] of Object.entries(unpack)) {
      const packed = await fetched(path, { 'accept-encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toContain('Accept-Encoding');
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
      expect(decompress(packed.bytes).equals(plain.bytes)).toBe(true);
      // If each response were compressed separately, its length would not be known in advance.
      expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
      const known = { 'accept-encoding': encoding, 'if-none-match': packed.headers.etag ?? '' };
      const again = await fetched(path, known);
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    }
  },
);

test('prevents other sites from embedding the API reference in a frame', async () => {
  const { headers } = await fetched('/docs/');
  expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('keeps idle connections open longer than load balancers do', async () => {
  const { headers } = await api.call('getCompany', {});
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

test('allows listed origins to call the API and to read the documented headers', async () => {
  const { headers } = await api.call('getCompany', { headers: { Origin: origin } });
  expect(headers.get('access-control-allow-origin')).toBe(origin);
  expect(headers.get('vary')).toContain('Origin');
  const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(',') ?? [];
  expect(exposed.sort()).toEqual([
    'etag',
    'idempotent-replayed',
    'link',
    'location',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'www-authenticate',
    'x-request-id',
  ]);
  const refused = await api.send('GET', '/v1/company', { key: null, headers: { Origin: origin } });
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
});

test('answers preflight requests of listed origins', async () => {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization,content-type,if-match,idempotency-key',
  };
  const answer = await fetch(`${url}/v1/customers/1001`, { method: 'OPTIONS', headers });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(answer.headers.get('access-control-allow-headers')).toBe(
    'authorization,content-type,if-match,idempotency-key',
  );
});

test('does not allow other origins', async () => {
  for (const other of ['https://portal.example.evil.example', 'http://portal.example', 'null']) {
    const { headers } = await api.call('getCompany', { headers: { Origin: other } });
    expect(headers.get('access-control-allow-origin')).not.toBe(other);
    expect(headers.get('access-control-allow-origin')).not.toBe('*');
  }
});

test('sends no CORS headers without listed origins', async () => {
  const { headers } = await closed.exampleCompany.api.call('getCompany', { headers: { Origin: origin } });
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  const preflight = await closed.exampleCompany.api.send('OPTIONS', '/v1/company', {
    key: null,
    headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
  });
  expect(preflight.status).toBe(405);
});

test('probes succeed while the service can serve requests', async () => {
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
});

test('without a database the service is alive but not ready', async () => {
  const name = new URL(closed.database.url).pathname.slice(1);
  const admin = database.kysely;
  await sql`alter database ${sql.id(name)} allow_connections false`.execute(admin);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(admin);
  try {
    const ready = await fetch(`${closed.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable' }]);
    expect((await fetch(`${closed.url}/healthz`)).status).toBe(200);
  } finally {
    await sql`alter database ${sql.id(name)} allow_connections true`.execute(admin);
  }
  await expect.poll(async () => (await fetch(`${closed.url}/readyz`)).status).toBe(200);
  expect((await closed.exampleCompany.api.call('getCompany')).status).toBe(200);
});

test.each(
  Object.entries(documents).map(([name, { bundle }]) => [
    name === mainDocument ? '/openapi' : `/${name}/openapi`,
    bundle,
  ]),
)('publishes the document at %s unchanged as JSON and YAML', async (address, module) => {
  const bundle = readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8');
  const json = await fetch(`${url}${address}.json`);
  expect(json.headers.get('content-type')).toContain('application/json');
  expect(await json.text()).toBe(bundle);
  const yaml = await fetch(`${url}${address}.yaml`);
  expect(yaml.headers.get('content-type')).toContain('yaml');
  expect(parse(await yaml.text())).toEqual(JSON.parse(bundle));
});

test('serves only the operations of the contract', () => {
  const described = Object.values(contract.paths).flatMap((item) =>
    Object.keys(item).filter((key) => key !== 'parameters'),
  );
  expect(operationIds).toHaveLength(described.length);
});
