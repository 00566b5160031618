import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { isAlive, renderersOf, withoutCompiler } from '@pv-planning/documents/testing';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import { readSettings } from '../../src/kernel/settings/settings.ts';
import { startService } from '../../src/server/service.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';

const { newOfferCompany, offerIn, url, database } = await openTestApi();
const company = await newOfferCompany();

/** Ends the idle child processes of this worker, so that new ones are started. */
async function endRenderers(): Promise<void> {
  const pids = await renderersOf(process.pid);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
}

/** Until the end of the test, child processes find no compiler, as on a platform for which it has no binary. */
async function hideCompiler(): Promise<void> {
  const { fork } = childProcess;
  const replaceFork = (fork: unknown) => {
    Object.assign(childProcess, { fork });
    syncBuiltinESMExports();
  };
  onTestFinished(async () => {
    replaceFork(fork);
    await endRenderers();
  });
  await endRenderers();
  replaceFork((program: URL, options: object) => fork(program, { ...options, execArgv: [withoutCompiler] }));
}

test('on a platform without a compiler, documents are unavailable', async () => {
  await hideCompiler();
  const offer = await offerIn(company);
  for (const operation of ['generateOfferDocument', 'generateStringPlan'] as const) {
    const { status, body } = await company.api.call(operation, { params: { id: offer.id }, mayFail: true });
    expect([status, body]).toEqual([503, expect.objectContaining({ error: 'documents_unavailable' })]);
  }
  const response = await fetch(`${url}/pages/v1/offers/${offer.token}/document`);
  expect([response.status, await response.json()]).toEqual([
    503,
    expect.objectContaining({ error: 'documents_unavailable' }),
  ]);
});

test('a service that starts there says so, and is healthy', async () => {
  await hideCompiler();
  const { logger, lines } = testLog();
  const settings = readSettings({
    DATABASE_URL: database.url,
    SECRET_KEY: secretKey.toString('base64'),
    PORT: '0',
  });
  const service = await startService(settings, logger, { role: 'api' });
  onTestFinished(service.close);
  // The rest of the warm-up takes long, and ends with the service.
  const warmUp = service.warmUp();
  await expect
    .poll(() => lines.filter((line) => /"level":40.*documents cannot be printed/.test(line)))
    .toHaveLength(1);
  await expect.poll(() => renderersOf(process.pid)).toEqual([]);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await service.close();
  await warmUp;
});
