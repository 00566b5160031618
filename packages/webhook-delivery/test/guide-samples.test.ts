import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sign } from '@pv-planning/webhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { guideSample } from './support/guide.ts';
import { isInstalled, type SampleReceiver, sampleLanguages, startSample } from './support/sample-receiver.ts';
import { openWorkbench, type Subscription, settled, type Workbench } from './support/workbench.ts';

let bench: Workbench;

beforeAll(async () => {
  bench = await openWorkbench();
  bench.dispatch();
});
afterAll(() => bench.close());

/** A delivered request. */
interface Delivered {
  id: string;
  headers: Record<string, string>;
  body: string;
}

/** Delivers an event, which the receiver must confirm at the first attempt. */
async function deliver({ companyId, id }: Subscription, count: number): Promise<Delivered> {
  const eventId = await bench.record(companyId, 'customer.created', {
    id: '1002',
    email: 'büro@bäckerei-kornblume.example 🌞',
  });
  const [delivery] = await settled(bench, id, 'delivered', count);
  expect(delivery?.attempts).toHaveLength(1);
  const { body } = await bench.database.kysely
    .selectFrom('webhookEvent')
    .select('body')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  return { id: eventId, headers: delivery?.attempts[0]?.requestHeaders ?? {}, body };
}

for (const language of sampleLanguages) {
  const reason = isInstalled(language) ? '' : ` (skipped: no ${language.program} on this machine)`;
  describe.skipIf(reason)(`the receiver in ${language.name}${reason}`, () => {
    let url: string;
    let subscription: Subscription;
    let receiver: SampleReceiver;
    let delivered: Delivered;

    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/webhooks`;
      subscription = await bench.subscribe(url);
      receiver = await startSample(language, { port, secret: subscription.secret });
      delivered = await deliver(subscription, 1);
    });
    afterAll(() => receiver?.stop());

    async function send({ headers, body }: { headers: Record<string, string>; body: string }) {
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.text();
      return response.status;
    }

    /** Returns the same event, signed with a timestamp that many seconds from now. */
    function signedAfter(seconds: number): Delivered {
      const { id, headers, body } = delivered;
      const timestamp = Math.floor(Date.now() / 1000) + seconds;
      const signature = sign({ secret: subscription.secret, id, timestamp, body });
      return {
        ...delivered,
        headers: { ...headers, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
      };
    }

    const withHeader = (name: string, change: (value: string) => string): Delivered => {
      const { headers } = delivered;
      return { ...delivered, headers: { ...headers, [name]: change(headers[name] ?? '') } };
    };

    test('confirms an event, even when it is delivered twice', async () => {
      expect(receiver.output()).toContain(`customer.created ${delivered.id}`);
      expect(await send(delivered)).toBe(204);
    });

    test('confirms events signed with the old secret while it is being replaced', async () => {
      await bench.endpoints.rotateSecret(subscription.id);
      const { id, headers } = await deliver(subscription, 2);
      expect(headers['webhook-signature']?.split(' ')).toHaveLength(8);
      expect(receiver.output()).toContain(`customer.created ${id}`);
    });

    test('rejects changed, old and wrongly signed requests', async () => {
      const { headers, body } = delivered;
      const { 'webhook-signature': _, ...unsigned } = headers;
      const otherSecret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
      const rejected = {
        'a changed byte': { headers, body: body.replace('1002', '1003') },
        'a further byte': { headers, body: `${body} ` },
        'an empty body': { headers, body: '' },
        'another id': withHeader('webhook-id', (id) =>
          id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
        ),
        'a dot in the id': withHeader('webhook-id', (id) => `${id}.1`),
        'another timestamp': withHeader('webhook-timestamp', (text) => String(Number(text) + 1)),
        'no number as timestamp': withHeader('webhook-timestamp', (text) => `${text}x`),
        'signed too long ago': signedAfter(-330),
        'signed too far ahead': signedAfter(330),
        'no signature': { headers: unsigned, body },
        'an empty signature': withHeader('webhook-signature', () => 'v1,'),
        'a shortened signature': withHeader('webhook-signature', (text) => text.slice(0, 60)),
        'another version': withHeader('webhook-signature', (text) => text.replaceAll('v1,', 'v0,')),
        'letters beyond ASCII': withHeader('webhook-signature', () => `v1,${'ä'.repeat(64)}`),
        'another secret': withHeader('webhook-signature', () =>
          sign({
            secret: otherSecret,
            id: delivered.id,
            timestamp: Number(headers['webhook-timestamp']),
            body,
          }),
        ),
      };
      for (const [name, request] of Object.entries(rejected)) expect(await send(request), name).toBe(400);
    });

    test('tolerates small clock differences', async () => {
      expect([await send(signedAfter(-270)), await send(signedAfter(270))]).toEqual([204, 204]);
    });

    test('survives an aborted request', async () => {
      const { host, port } = new URL(url);
      const socket = connect(Number(port), '127.0.0.1');
      const headers = Object.entries({ ...delivered.headers, host, 'content-length': '1000' });
      const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      socket.write(`POST /webhooks HTTP/1.1\r\n${head}\r\n${delivered.body}`, () => socket.resetAndDestroy());
      await once(socket, 'close');
      expect(await send(delivered)).toBe(204);
    });
  });
}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

test('the TypeScript receiver compiles in strict mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pv-sample-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'receiver.mts'), guideSample('ts'));
  const modules = join(repository, 'node_modules');
  const compilerOptions = {
    typeRoots: [join(modules, '@types')],
    paths: {
      '@pv-planning/webhooks': [join(repository, 'packages/webhooks/src/index.ts')],
      express: [join(modules, '@types/express')],
    },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(repository, 'tsconfig.base.json'),
      compilerOptions,
      files: ['receiver.mts'],
    }),
  );
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const { stdout } = spawnSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', folder]);
  expect(String(stdout)).toBe('');
});
