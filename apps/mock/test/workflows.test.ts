import { afterAll, test } from 'vitest';
import { runWorkflow } from '../../../scripts/run-workflow.ts';
import { startMock } from '../src/mock-server.ts';

const mock = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
afterAll(() => mock.close());

test.each(['book-a-visit.arazzo.yaml', 'plan-a-house.arazzo.yaml', 'win-a-request.arazzo.yaml'])(
  'the mock completes %s',
  async (file) => {
    await runWorkflow(file, { url: mock.address, key: 'pvp_live_anything' });
  },
  60_000,
);
