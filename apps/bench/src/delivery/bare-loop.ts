// Signs and posts a body in a loop with the dispatcher's HTTP client. No queue, no log, no checks.
import { randomUUID } from 'node:crypto';
import { request } from 'node:https';
import { createAgents } from '@pv-planning/webhook-delivery/testing';
import { sign } from '@pv-planning/webhooks';
import type { BareOptions, BareOrder, BareReport } from './bare-orders.ts';

const { urls, ca, secret, body, atOnce } = JSON.parse(process.argv[2] ?? '{}') as BareOptions;
const targets = urls.map((url) => new URL(url));
const { https: agent } = createAgents();

function post(url: URL): Promise<void> {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1000);
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'PV-Planning-Webhooks/1',
      accept: '*/*',
      'accept-encoding': 'identity',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': sign({ secret, id, timestamp, body }),
    };
    request(url, { method: 'POST', headers, agent, ca }, (response) => {
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end(body);
  });
}

async function run(posts: number): Promise<void> {
  let left = posts;
  async function lane(url: URL): Promise<void> {
    while (left > 0) {
      left -= 1;
      await post(url);
    }
  }
  await Promise.all(targets.flatMap((url) => Array.from({ length: atOnce }, () => lane(url))));
}

process.on('message', async ({ posts }: BareOrder) => {
  const before = process.cpuUsage();
  await run(posts);
  const { user, system } = process.cpuUsage(before);
  const report: BareReport = { cpuMicroseconds: user + system };
  process.send?.(report);
});
process.once('disconnect', () => process.exit());
process.stdout.write('ready\n');
