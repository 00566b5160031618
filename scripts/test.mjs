// Runs all tests of the repository and ends with one line: N passed, N failed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const soak = process.env.SOAK === '1';
// Tests create hundreds of databases of 650 files each, which takes a disk ten times as long as memory.
const memory = '/dev/shm';
/** Tests store half a gigabyte there. Their processes need memory as well. */
const requiredBytes = 4 * 1024 ** 3;

/** Containers limit its size by default, and may forbid programs in it, which a test writes. */
function isMemoryUsable() {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  const isNoexec = /^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'));
  return Math.min(bavail * bsize, freemem()) >= requiredBytes && !isNoexec;
}

// Long tests store more.
const inMemory = !soak && process.env.TMPDIR === undefined && isMemoryUsable();
const folder = mkdtempSync(join(inMemory ? memory : tmpdir(), 'pv-test-'));
// As /tmp: PostgreSQL runs as another user if root runs the tests.
chmodSync(folder, 0o1777);
const report = join(folder, 'report.json');
// Tests often wait for databases and receivers, so more workers run than cores.
// Long tests measure durations, so they run sequentially.
const workers = soak ? 1 : availableParallelism() + 2;
// Workers and the processes that tests start load the same modules repeatedly.
const NODE_COMPILE_CACHE = resolve('node_modules/.cache/node-compile-cache');
// Ctrl-C ends vitest; the folder is removed afterwards.
process.on('SIGINT', () => {});
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
  { stdio: ['ignore', 'inherit', 'inherit'], env: { NODE_COMPILE_CACHE, ...process.env, TMPDIR: folder } },
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
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
// vitest also fails for errors outside of tests.
const failures = status === 0 ? failed : Math.max(failed, 1);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failures === 0 && passed > 0 ? 0 : 1;
