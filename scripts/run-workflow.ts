import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../', import.meta.url));
const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Runs a workflow of openapi/workflows against a server. @throws Error with the report if a step fails */
export async function runWorkflow(file: string, server: { url: string; key: string }): Promise<void> {
  const inputs = { apiKey: server.key, from: inDays(1), to: inDays(8) };
  const options = [
    ...Object.entries(inputs).flatMap(([name, value]) => ['--input', `${name}=${value}`]),
    ...['--server', `pv=${server.url}`],
  ];
  const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const outcome: { stdout: string; code?: number } = await run(
    process.execPath,
    [redocly, 'respect', `openapi/workflows/${file}`, ...options],
    { cwd: repository, env: { ...process.env, ...settings } },
  ).catch((error) => error);
  const { stdout, code = 0 } = outcome;
  const isPassed = /Workflows: \d+ passed, \d+ total/.test(stdout) && !/failed/.test(stdout);
  if (code !== 0 || !isPassed) throw new Error(stdout);
}
