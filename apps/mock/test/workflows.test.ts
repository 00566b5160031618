import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, test } from 'vitest';
import { runWorkflow } from '../../../scripts/run-workflow.ts';
import { startMock } from '../src/mock-server.ts';

const mock = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
afterAll(() => mock.close());

/** The mock stores nothing. Workflows that read what they have written say that they require the service. */
const folder = new URL('../../../openapi/workflows/', import.meta.url);
const workflows = readdirSync(folder).filter(
  (file) => !readFileSync(new URL(file, folder), 'utf8').includes('Requires the service'),
);

test.each(workflows)(
  'the mock completes %s',
  async (file) => {
    await runWorkflow(file, { url: mock.address, key: 'pvp_live_anything' });
  },
  60_000,
);
