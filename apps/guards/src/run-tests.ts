import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from './workspace-copy.ts';

const vitest = join(repository, 'node_modules/vitest/vitest.mjs');

/** Those with tests of guards. */
const projects = ['api', 'server-kit', 'webhook-delivery'].map((name) => `--project=${name}`);

/** Without a guard against endless work the tests would do it. */
const patienceMs = 300_000;

/** What became of tests; `pass` is false too when they went on for so long that they were ended. */
export interface TestRun {
  pass: boolean;
  output: string;
}

/** Of the service a test is called by its place in `apps/api/test`, of a package by that in the repository. */
export const fileOf = (test: string): string =>
  `${test.startsWith('packages/') ? test : `apps/api/test/${test}`}.test.ts`;

/** Runs tests in a copy of the workspace. @throws Error when there is no such test */
export function runTests(folder: string, names: readonly string[], timeout = patienceMs): TestRun {
  const files = names.map(fileOf);
  // Threads end with their process, however busy they are.
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [vitest, 'run', ...projects, '--pool=threads', '--bail=1', ...files],
    { cwd: folder, encoding: 'utf8', timeout, killSignal: 'SIGKILL' },
  );
  if (error && 'code' in error && error.code === 'ETIMEDOUT') {
    stopDatabase(folder);
    return { pass: false, output: stdout };
  }
  // No test found is no proof either.
  if (!/Tests .*\d+ (passed|failed)/.test(stripVTControlCharacters(stdout)))
    throw new Error(`The tests ${files.join(', ')} did not run:\n${stdout}`);
  return { pass: status === 0, output: stdout };
}

/** Whoever leaves the test database last stops it. */
function stopDatabase(folder: string): void {
  runTests(folder, ['company']);
}
