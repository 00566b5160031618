// Signs and posts a body in a loop with the dispatcher's HTTP client. No queue, no log, no checks.
import { randomUUID } from 'node:crypto';
import { type RequestOptions, request } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { createAgents } from '@pv-planning/webhook-delivery/testing';
import { sign } from '@pv-planning/webhooks';

export interface BareOptions {
  urls: string[];
  /** The receivers' certificate. */
  ca: string;
  secret: string;
  body: string;
  /** Concurrent requests to each URL. */
  concurrency: number;
}

/** An order to post a number of requests. The reply is the processor time in microseconds, sent after all are confirmed. */
export interface BareOrder {
  posts: number;
}

const { urls, ca, secret, body, concurrency } = JSON.parse(process.argv[2] ?? '{}') as BareOptions;
const { https: agent, secureContext } = createAgents(ca);
const targets = urls.map((url) => ({
  ...urlToHttpOptions(new URL(url)),
  method: 'POST',
  agent,
  secureContext,
}));

function post(target: RequestOptions): Promise<void> {
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
    request({ ...target, headers }, (response) => {
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end(body);
  });
}

async function run(posts: number): Promise<void> {
  let left = posts;
  async function lane(target: RequestOptions): Promise<void> {
    while (left > 0) {
      left -= 1;
      await post(target);
    }
  }
  await Promise.all(targets.flatMap((target) => Array.from({ length: concurrency }, () => lane(target))));
}

process.on('message', async ({ posts }: BareOrder) => {
  const before = process.cpuUsage();
  await run(posts);
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuMicroseconds: user + system });
});
process.once('disconnect', () => process.exit());
process.stdout.write('ready\n');
