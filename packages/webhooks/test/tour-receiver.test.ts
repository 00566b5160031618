import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../scripts/free-port.ts';
import { signedRequest } from '../src/index.ts';
import { event, secret } from './secrets.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** The receiver of docs/tour.md. */
const code = /^```ts\n(.*?)^```$/ms.exec(readFileSync(`${repository}docs/tour.md`, 'utf8'))?.[1] ?? '';

async function startReceiver(): Promise<{ url: string; output(): string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/webhooks`;
  const own = code.replace('listen(4000,', `listen(${port},`);
  const node = ['--conditions=pv-source', '--input-type=module-typescript', '--eval', own];
  const receiver = spawn(process.execPath, node, { cwd: repository, env: { SECRET: secret } });
  const exited = once(receiver, 'exit');
  onTestFinished(async () => {
    receiver.kill();
    await exited;
  });
  let output = '';
  for (const stream of [receiver.stdout, receiver.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await expect.poll(() => fetch(url)).toBeDefined();
  return { url, output: () => output };
}

/** Sends the parts one after the other, each as a separate chunk. */
async function sendInParts(url: string, headers: Record<string, string>, parts: readonly Buffer[]) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const sending = request(url, { method: 'POST', headers: { ...headers, 'content-length': length } });
  const answered = once(sending, 'response');
  for (const [index, part] of parts.entries()) {
    // The receiver does not confirm that it read a part. Without the delay, both might arrive as one chunk.
    if (index > 0) await sleep(100);
    sending.write(part);
  }
  sending.end();
  const [response] = await answered;
  return response.resume().statusCode;
}

test('the receiver in docs/tour.md verifies an event that arrives in two chunks and rejects a modified one', async () => {
  const { url, output } = await startReceiver();
  const { headers, body } = signedRequest({
    secret,
    event: { type: 'customer.created', data: { ...event.data, lastName: 'Bäcker' } },
  });
  const bytes = Buffer.from(body);
  const half = bytes.indexOf('ä') + 1;
  expect(await sendInParts(url, headers, [bytes.subarray(0, half), bytes.subarray(half)])).toBe(204);
  expect(output()).toContain("lastName: 'Bäcker'");
  expect(await sendInParts(url, headers, [Buffer.from(body.replace('ä', 'a'))])).toBe(400);
});
