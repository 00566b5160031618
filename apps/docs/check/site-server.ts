import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const dist = join(import.meta.dirname, '../dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** Serves the built site below a path of several folders, compressed, as any web server could. */
export async function serveSite(): Promise<{ url: string; close(): void }> {
  const prefix = '/some/path/docs/';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    try {
      const content = readFileSync(join(dist, pathname.slice(prefix.length)));
      const type = types[extname(pathname)] ?? 'text/plain; charset=utf-8';
      response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' }).end(gzipSync(content));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${prefix}`, close: () => server.close() };
}
