// Runs all tests of the repository and ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'pv-test-'));
const report = join(folder, 'report.json');
// Tests often wait for databases and receivers, so more workers run than cores.
// Long tests measure durations, so they run sequentially.
const soak = process.env.SOAK === '1';
const workers = soak ? 1 : availableParallelism() + 2;
// Workers and the processes that tests start load the same modules repeatedly.
const NODE_COMPILE_CACHE = resolve('node_modules/.cache/node-compile-cache');
const { status } = spawnSync(
  'vitest',
  [
    'run',
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { NODE_COMPILE_CACHE, ...process.env } },
);

function outcome() {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    // A file that fails to load has no failed tests, but counts as a failure.
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const { passed, failed } = outcome();
rmSync(folder, { recursive: true });
// vitest also fails for errors outside of tests.
const failures = status === 0 ? failed : Math.max(failed, 1);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failures === 0 && passed > 0 ? 0 : 1;
