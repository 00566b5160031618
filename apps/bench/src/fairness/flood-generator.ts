// Sends one request a second over each of many connections, from the command that starts it to the one that stops it.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flood, FloodCommand } from './flood.ts';

/** On Linux, every address of 127.0.0.0/8 is this machine. */
const addressOf = (index: number) =>
  process.platform === 'linux' ? `127.2.${index >> 8}.${index & 255}` : '127.0.0.1';

const statuses: Record<string, number> = {};
let isStopped = false;

/** Writes requests as text, because HTTP clients would take more processor time than the server. */
async function flood(socket: Socket, path: string, offsetMs: number): Promise<void> {
  socket.setEncoding('latin1').on('data', (text: string) => {
    for (const [, status = ''] of text.matchAll(/^HTTP\/1\.1 (\d+)/gm))
      statuses[status] = (statuses[status] ?? 0) + 1;
  });
  await sleep(offsetMs);
  while (!isStopped) {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: offers.example\r\n\r\n`);
    await sleep(1000);
  }
  socket.destroy();
}

async function start({ url, paths }: Flood): Promise<void> {
  const { hostname: host, port } = new URL(url);
  for (const [index, path] of paths.entries()) {
    const socket = connect({ host, port: Number(port), localAddress: addressOf(index) });
    await once(socket, 'connect');
    void flood(socket, path, (index * 1000) / paths.length);
  }
}

process.on('message', async (command: FloodCommand) => {
  if ('stop' in command) isStopped = true;
  else await start(command);
  process.send?.(statuses);
});
