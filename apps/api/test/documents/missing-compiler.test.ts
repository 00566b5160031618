import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { isAlive, renderersOf, withoutCompiler } from '@pv-planning/documents/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openOfferPages } from '../support/offer-pages.ts';

const { newOfferCompany, offerIn, url } = await openOfferPages();
const company = await newOfferCompany();

/** Ends the idle child processes of this worker, so that new ones are started. */
async function endRenderers(): Promise<void> {
  const pids = await renderersOf(process.pid);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
}

test('on a platform without a compiler, documents are unavailable', async () => {
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
