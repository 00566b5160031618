import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@pv-planning/database/testing';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { testLog } from '../../../../scripts/test-log.ts';
import { readSettings } from '../../src/kernel/settings/settings.ts';
import { createDemoCompany } from '../../src/programs/demo/demo-company.ts';
import { startPaymentStandIn } from '../../src/programs/demo/payment-stand-in.ts';
import { startService } from '../../src/server/service.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const tour = readFileSync(`${repository}docs/tour.md`, 'utf8');
const [, receiverCode = ''] = /^```ts\n(.*?)^```$/ms.exec(tour) ?? [];

interface Step {
  command: string;
  /** The printed lines. `…` stands for any text. */
  output: string;
}

/** The commands of the tour. Their further lines are indented. */
function stepsIn(block: string): Step[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [, command = '', output = ''] = /^(.*(?:\n {4}.*)*)\n?((?:.|\n)*)$/.exec(text) ?? [];
      return { command, output: output.trimEnd() };
    });
}

const blocks = [...tour.matchAll(/^```console\n(.*?)^```$/gms)].map(([, block = '']) => block);
const [[start] = [], ...others] = blocks.map(stepsIn);
const steps = others.flat();
/** The event that the receiver shows. */
const shownEvent = blocks.find((block) => block.startsWith('offer.accepted')) ?? '';

const varying =
  /pvp_live_\d+_\w{65}|whsec_\w+|\d{4}-\d\d-\d\dT[\d:.]+Z|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=AN-)\d{4}/g;

/** Returns a text without the values that differ from run to run. */
const lasting = (text: string) => text.replaceAll(varying, '*');

/** Returns a pattern for a text in which `…` stands for any text. */
function printed(text: string): RegExp {
  const escaped = lasting(text).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/ ?… ?/g, '.*')}$`, 's');
}

function textOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return () => text;
}

function stopAtEnd(child: ChildProcess): void {
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await exited;
  });
}

/** Starts a shell. Returns a function that runs a command in it and returns the output. */
function startShell(env: NodeJS.ProcessEnv): (command: string) => Promise<string> {
  const shell = spawn('bash', { cwd: repository, env });
  stopAtEnd(shell);
  const text = textOf(shell);
  return async (command) => {
    const before = text().length;
    const end = '<end>';
    shell.stdin.write(`${command}\necho '${end}'\n`);
    await expect.poll(() => text().slice(before), { timeout: 20_000 }).toContain(end);
    return text().slice(before).replace(`${end}\n`, '').trimEnd();
  };
}

test('docs/tour.md works as written', async () => {
  expect(start?.command).toBe('WEBHOOK_ALLOW_TARGETS=127.0.0.0/8 npm start');
  const database = await createTestDatabase();
  onTestFinished(database.close);
  const directory = await mkdtemp(join(tmpdir(), 'pv-tour-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const environment = { DATABASE_URL: database.url, DATA_DIR: directory };
  const settings = readSettings({ ...environment, PORT: '0', WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8' });
  const standIn = await startPaymentStandIn(settings);
  onTestFinished(standIn.close);
  const service = await startService({ ...settings, stripeUrl: standIn.url }, testLog().logger);
  onTestFinished(service.close);
  const { paymentAccounts: accounts, url: serviceUrl = '' } = service;
  const demo = await createDemoCompany(service, { standIn, accounts, serviceUrl });
  const bookingPage = `/pages/v1/companies/${demo?.handle}`;
  expect(tour).toContain(bookingPage);
  const offered = (await (await fetch(`${service.url}${bookingPage}`)).json()) as { bookingTypes: object[] };
  expect(offered.bookingTypes).not.toEqual([]);
  const receiverPort = await freePort();

  /** The values in this run of the placeholders `FAKE…` in the tour. */
  const values = new Map([
    ['pvp_live_1_FAKEfakeFAKEfakeFAKEfakeFAKEfake_FAKEfakeFAKEfakeFAKEfakeFAKEfake', String(demo?.apiKey)],
  ]);
  function learn(text: string): void {
    const [, link, mac] = /\/o\/(1\.\d+\.1\.)(\w+)/.exec(text) ?? [];
    if (mac !== undefined) values.set(`${link}FAKEfakeFAKEfakeFAKEfakeFAKEfake`, link + mac);
    const termsVersion = /"termsVersion":"([\w-]+)"/.exec(text)?.[1];
    if (termsVersion !== undefined) values.set('FAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAK', termsVersion);
  }
  const here = (text: string) =>
    [...values]
      .reduce((changed, [shown, value]) => changed.replaceAll(shown, value), text)
      .replaceAll('http://127.0.0.1:3000', String(service.url))
      .replaceAll(':4000', `:${receiverPort}`)
      .replaceAll(/ > (\S+\.pdf)/g, ` > ${directory}/$1`)
      .replaceAll(
        'npm run --silent admin --',
        'node --conditions=pv-source apps/api/src/programs/admin/main.ts',
      );

  const { DATABASE_URL: _, DATA_DIR: __, ...inherited } = process.env;
  const run = startShell({ ...inherited, ...environment });
  let received = () => '';
  for (const { command, output } of steps) {
    const actual = await run(here(command));
    // Its values are used in the commands that follow.
    learn(actual);
    expect({ command, actual: lasting(actual) }).toEqual({
      command,
      actual: expect.stringMatching(printed(here(output))),
    });
    const secret = /whsec_\w+/.exec(actual)?.[0];
    if (secret !== undefined) {
      const code = here(receiverCode).replace('listen(4000,', `listen(${receiverPort},`);
      const node = ['--conditions=pv-source', '--input-type=module-typescript', '--eval', code];
      const receiver = spawn(process.execPath, node, { cwd: repository, env: { SECRET: secret } });
      stopAtEnd(receiver);
      received = textOf(receiver);
      await expect.poll(() => fetch(`http://127.0.0.1:${receiverPort}`)).toBeDefined();
    }
  }
  expect((await readFile(join(directory, 'string-plan.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
  const [, announced = ''] = /The receiver prints (.*?)\. /s.exec(tour) ?? [];
  const types = [...announced.matchAll(/`([\w.]+)`/g)].map(([, type]) => type).toSorted();
  expect(types).toContain('offer.accepted');
  const receivedTypes = () => [...received().matchAll(/^([\w.]+) \{$/gm)].map(([, type]) => type).toSorted();
  await expect.poll(receivedTypes, { timeout: 10_000 }).toEqual(types);
  const [accepted = ''] = /^offer\.accepted \{.*?^\}/ms.exec(received()) ?? [];
  expect(lasting(accepted)).toMatch(printed(shownEvent.trimEnd()));
});
