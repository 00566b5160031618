import { readdirSync } from 'node:fs';
import { test } from 'vitest';
import { runWorkflow } from '../../../scripts/run-workflow.ts';
import { openTestApi } from './support/test-api.ts';

const workflows = readdirSync(new URL('../../../openapi/workflows/', import.meta.url));

const { addCompany, url } = await openTestApi();

test.each(workflows)(
  'the service completes %s',
  async (file) => {
    const { key } = await (await addCompany()).newKey('*');
    await runWorkflow(file, { url, key });
  },
  60_000,
);
