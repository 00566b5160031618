import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { publishedDocuments } from '../src/server/http/sites/published-documents.ts';

const page = `<!doctype html>${'<p>Angebot</p>'.repeat(10_000)}`;
const folder = mkdtempSync(path.join(tmpdir(), 'reference-'));
for (const name of ['guides', 'pages']) mkdirSync(path.join(folder, name));
for (const name of ['', 'pages']) writeFileSync(path.join(folder, name, 'index.html'), page);
writeFileSync(path.join(folder, 'guides', 'lists.html'), page);

const server = express().use(publishedDocuments(folder)).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

async function fetched(target: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get({ port, path: target, headers }), 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

test.each(['/docs/', '/docs/index.html', '/docs/guides/lists.html', '/docs/guides/lists', '/docs/pages/'])(
  '%s is compressed once and returns 304 for its ETag',
  async (target) => {
    const plain = await fetched(target);
    expect(plain.bytes.toString()).toBe(page);
    expect(plain.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(plain.headers['content-security-policy']).toBe("frame-ancestors 'none'");
    const packed = await fetched(target, { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(page);
    expect(packed.headers.vary).toBe('Accept-Encoding');
    // Compression for each request would not know the length in advance.
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
    const known = { 'accept-encoding': 'br', 'if-none-match': packed.headers.etag ?? '' };
    expect((await fetched(target, known)).status).toBe(304);
  },
);

test('redirects to the reference with a trailing slash, on which its links depend', async () => {
  const { status, headers } = await fetched('/docs');
  expect([status, headers.location]).toEqual([301, '/docs/']);
  expect((await fetched('/docs/nonsense')).status).toBe(404);
});
