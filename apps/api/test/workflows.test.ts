import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openTestApi } from './support/test-api.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../../', import.meta.url));
const redocly = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const workflows = readdirSync(`${repository}openapi/workflows`).filter((name) =>
  name.endsWith('.arazzo.yaml'),
);

const { addCompany, url } = await openTestApi();

test.each(workflows)(
  'the service carries %s out',
  async (name) => {
    const { key } = await (await addCompany()).newKey('*');
    const options = [
      'respect',
      `openapi/workflows/${name}`,
      '--input',
      `apiKey=${key}`,
      '--server',
      `pv=${url}`,
    ];
    const environment = {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NO_COLOR: '1',
    };
    const { stdout } = await run(process.execPath, [redocly, ...options], {
      cwd: repository,
      env: environment,
    });
    expect(stdout).toMatch(/Workflows: \d+ passed, \d+ total/);
    expect(stdout).not.toMatch(/failed/);
  },
  60_000,
);
