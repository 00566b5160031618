import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import contract from '@pv-planning/contract/openapi.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const { addCompany, url } = await openTestApi();

/** The only command in the webhook guide that calls the API. */
const guide = contract.tags.find(({ name }) => name === 'Webhooks')?.description ?? '';
const command = /^```sh\n(curl .*?)^```$/ms.exec(guide)?.[1] ?? '';

const reason = spawnSync('curl', ['--version']).status === 0 ? '' : ' (skipped: no curl on this machine)';

test.skipIf(reason)(`the guide's command lists the missed events, oldest first${reason}`, async () => {
  const { raisedBy, api, newKey } = await addCompany();
  const raised = await raisedBy(async () => {
    const { body } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
    await api.call('updateCustomer', { params: { id: body.id }, body: { firstName: 'Lena' } });
  });
  const { key } = await newKey('read:events', 'read:customers');
  const env = { PATH: process.env.PATH, BASE_URL: url, API_KEY: key };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
  expect(JSON.parse(stdout)).toEqual({ data: raised, total: 2, limit: 200, offset: 0 });
});
