import { once } from 'node:events';
import net from 'node:net';
import { afterAll, expect, test, vi } from 'vitest';
import { openProcessSession } from '../src/index.ts';
import { createTestDatabase } from '../src/testing.ts';

const database = await createTestDatabase();
const url = new URL(database.url);
const host = url.searchParams.get('host') ?? url.hostname;
const port = Number(url.port || 5432);
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  await database.close();
});

/**
 * Forwards connections to PostgreSQL. When PostgreSQL ends one, the client is not notified, as behind a firewall that has dropped
 * the connection.
 */
async function startForgetfulProxy() {
  const upstreams: net.Socket[] = [];
  const downstreams = new Set<net.Socket>();
  const server = net.createServer((downstream) => {
    const upstream = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    upstreams.push(upstream);
    downstreams.add(downstream);
    upstream.on('data', (data) => downstream.write(data)).on('error', () => {});
    downstream.on('data', (data) => upstream.write(data)).on('error', () => {});
    downstream.on('close', () => {
      upstream.destroy();
      downstreams.delete(downstream);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanups.push(() => {
    for (const socket of [...upstreams, ...downstreams]) socket.destroy();
    server.close();
  });
  return {
    connections: () => upstreams.length,
    forget: () => upstreams.at(-1)?.destroy(),
    client: {
      host: '127.0.0.1',
      port: (server.address() as net.AddressInfo).port,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
    },
  };
}

test('statements of a session are sent one after another', async () => {
  const onWarning = vi.fn();
  process.on('warning', onWarning);
  cleanups.push(() => process.off('warning', onWarning));
  const heard = new Set<string>();
  const { kysely, url: connectionString } = database;
  const session = openProcessSession({ database: kysely, connection: () => ({ connectionString }) });
  cleanups.push(session.stop);
  const channels = ['one', 'two', 'three'];
  for (const channel of channels) session.listen(channel, () => heard.add(channel));
  await expect.poll(() => session.owners().self).toBeGreaterThan(0);
  await expect.poll(() => [...heard]).toEqual(channels);
  // `pg` warns once about statements sent while another one runs, and will reject them in version 9.
  expect(onWarning).not.toHaveBeenCalled();
});

test('a process replaces a silently lost connection and remains the owner of its leases', async () => {
  const proxy = await startForgetfulProxy();
  const onSilentLoss = vi.fn();
  const { kysely, url: connectionString } = database;
  const one = openProcessSession({ database: kysely, connection: () => proxy.client, onSilentLoss });
  cleanups.push(one.stop);
  const other = openProcessSession({ database: kysely, connection: () => ({ connectionString }) });
  cleanups.push(other.stop);
  const patience = { timeout: 10_000, interval: 5 };
  await expect.poll(() => other.owners().since, patience).not.toBeNull();
  await expect.poll(() => one.owners().self, patience).toBeGreaterThan(0);
  const { self } = one.owners();
  await expect.poll(() => other.owners().alive, patience).toContain(self);
  proxy.forget();
  await expect.poll(proxy.connections, patience).toBe(2);
  expect(onSilentLoss).toHaveBeenCalledOnce();
  await expect.poll(() => one.owners().self, patience).toBe(self);
  await expect.poll(() => other.owners().alive, patience).toContain(self);
});
