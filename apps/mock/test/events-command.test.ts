import { verify } from '@pv-planning/webhooks';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventsCommand } from '../src/events-command.ts';
import { eventTypes, sampleEvents } from '../src/sample-events.ts';
import { startReceiver } from './receiver.ts';

const secret = `whsec_${Buffer.from('sample secret, 24 bytes.').toString('base64')}`;

async function run(...commandLine: string[]) {
  const printed: string[] = [];
  const exitCode = await eventsCommand(commandLine, (text) => printed.push(text));
  return { exitCode, output: printed.join('\n') };
}

async function receiver(status?: number) {
  const started = await startReceiver(status);
  onTestFinished(started.close);
  return started;
}

test('sends every example of every event, verifiable with our package and the Standard Webhooks library', async () => {
  const { url, deliveries } = await receiver();
  const { exitCode, output } = await run('--to', url, '--secret', secret);
  expect(exitCode).toBe(0);
  expect(output).toContain(`${deliveries.length} of ${deliveries.length} confirmed`);
  expect(deliveries).toHaveLength(sampleEvents(eventTypes).length);
  const events = deliveries.map((delivery) => verify({ ...delivery, secret }));
  expect([...new Set(events.map(({ type }) => type))]).toEqual(eventTypes);
  for (const { headers, body } of deliveries) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  }
});

test('gives every delivery a new ID and the current time', async () => {
  const { url, deliveries } = await receiver();
  const begun = Math.floor(Date.now() / 1000) * 1000;
  const [type = ''] = eventTypes;
  await run('--to', url, '--secret', secret, '--type', type);
  await run('--to', url, '--secret', secret, '--type', type);
  const events = deliveries.map(({ body }) => JSON.parse(body));
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(deliveries.map(({ headers }) => headers['webhook-id'])).toEqual(events.map(({ id }) => id));
  for (const { createdAt } of events) {
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(begun);
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now());
  }
});

test.each([
  ['base64', [44]],
  ['hex', [64, 64]],
  ['both', [64, 64, 44, 44]],
])('sends only the encoding of --mode %s', async (mode, lengths) => {
  const { url, deliveries } = await receiver();
  await run('--to', url, '--secret', secret, '--type', eventTypes[0] ?? '', '--mode', mode);
  const signatures = String(deliveries[0]?.headers['webhook-signature']).split(' ');
  expect(signatures.map((one) => one.length - 'v1,'.length)).toEqual(lengths);
});

test('prints the requests and responses', async () => {
  const { url, deliveries } = await receiver(500);
  const { exitCode, output } = await run('--to', url, '--secret', secret, '--type', eventTypes[0] ?? '');
  expect(exitCode).toBe(1);
  for (const { headers, body } of deliveries) {
    expect(output).toContain(`webhook-signature: ${headers['webhook-signature']}`);
    expect(output).toContain(body);
  }
  expect(output).toContain('500 Internal Server Error');
  expect(output).toContain('no thanks');
});

test('reports an unreachable receiver and stops', async () => {
  const { url, close } = await startReceiver();
  await close();
  const { exitCode, output } = await run('--to', url, '--secret', secret);
  expect(exitCode).toBe(1);
  expect(output).toContain(`Nothing listens at ${new URL(url).origin}`);
  expect(output.match(/^POST/gm)).toHaveLength(1);
});

describe('rejects', () => {
  const to = 'http://127.0.0.1:1';
  test.each([
    ['a missing address', ['--secret', secret], '--to is required'],
    ['an invalid address', ['--to', 'localhost:3000', '--secret', secret], '"localhost:3000"'],
    ['a missing secret', ['--to', to], '--secret is required'],
    ['an invalid secret', ['--to', to, '--secret', 'abc'], 'whsec_'],
    [
      'an unknown event and lists the known ones',
      ['--to', to, '--secret', secret, '--type', 'x'],
      eventTypes[0] ?? '',
    ],
    ['an unknown mode', ['--to', to, '--secret', secret, '--mode', 'x'], 'both, base64, hex'],
    ['an unknown option', ['--url', to], '--url'],
  ])('%s', async (_, commandLine, message) => {
    await expect(run(...commandLine)).rejects.toThrow(message);
  });
});
