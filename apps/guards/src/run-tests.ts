import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from './workspace-copy.ts';

const vitest = join(repository, 'node_modules/vitest/vitest.mjs');

/** Projects with tests of guards. */
const projects = ['api', 'server-kit', 'webhook-delivery'].map((name) => `--project=${name}`);

/** Time limit, since without some guards the tests would run endlessly. */
const timeLimitMs = 300_000;

/** The outcome of tests. `pass` is also false if they exceeded the time limit. */
export interface TestRun {
  pass: boolean;
  output: string;
}

/** Returns the file of a test, given as path in `apps/api/test` or, for packages, in the repository. */
export const fileOf = (test: string): string =>
  `${test.startsWith('packages/') ? test : `apps/api/test/${test}`}.test.ts`;

/** Runs tests in a copy of the workspace. @throws Error if there is no such test */
export function runTests(folder: string, names: readonly string[], timeout = timeLimitMs): TestRun {
  const files = names.map(fileOf);
  // Threads end with their process, even if busy.
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [vitest, 'run', ...projects, '--pool=threads', '--bail=1', ...files],
    { cwd: folder, encoding: 'utf8', timeout, killSignal: 'SIGKILL' },
  );
  if (error && 'code' in error && error.code === 'ETIMEDOUT') {
    stopDatabase(folder);
    return { pass: false, output: stdout };
  }
  // No tests found is an error, too.
  if (!/Tests .*\d+ (passed|failed)/.test(stripVTControlCharacters(stdout)))
    throw new Error(`The tests ${files.join(', ')} did not run:\n${stdout}`);
  return { pass: status === 0, output: stdout };
}

/** Runs a short test to its end: the last process to disconnect from the test database stops it. */
function stopDatabase(folder: string): void {
  runTests(folder, ['company']);
}
