import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from './workspace-copy.ts';

const vitest = join(repository, 'node_modules/vitest/vitest.mjs');

/** Time limit: without some guards, tests would never end. */
const timeLimitMs = 300_000;

export interface TestRun {
  /** `failed` includes exceeding the time limit; `not loaded` means that no test ran. */
  outcome: 'passed' | 'failed' | 'not loaded';
  output: string;
}

/** Returns the file of a test, given as a path in `apps/api/test` or, for packages, in the repository. */
export const fileOf = (test: string): string =>
  `${test.startsWith('packages/') ? test : `apps/api/test/${test}`}.test.ts`;

/** Returns the Vitest project of a test file: the name of its workspace folder. */
const projectOf = (file: string) => file.split('/')[1];

/** Runs tests in a copy of the workspace. */
export function runTests(folder: string, names: readonly string[], timeout = timeLimitMs): TestRun {
  const files = names.map(fileOf);
  const projects = new Set(files.map((file) => `--project=${projectOf(file)}`));
  // Threads end with their process, even if busy.
  const { status, stdout, error } = spawnSync(
    process.execPath,
    [vitest, 'run', ...projects, '--pool=threads', '--bail=1', ...files],
    { cwd: folder, encoding: 'utf8', timeout, killSignal: 'SIGKILL' },
  );
  if (error && 'code' in error && error.code === 'ETIMEDOUT') {
    stopDatabase(folder);
    return { outcome: 'failed', output: stdout };
  }
  const isLoaded = /Tests .*\d+ (passed|failed)/.test(stripVTControlCharacters(stdout));
  if (!isLoaded) return { outcome: 'not loaded', output: stdout };
  return { outcome: status === 0 ? 'passed' : 'failed', output: stdout };
}

/** Runs a short test to completion, because the last process to disconnect from the test database stops it. */
function stopDatabase(folder: string): void {
  runTests(folder, ['company']);
}
