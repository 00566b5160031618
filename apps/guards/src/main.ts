// Removes one guard at a time from a copy of the sources and checks that a test notices:
//   npm run check:guards [part of a guard's name]
// Exits with 1 if a missing guard goes unnoticed, if no test can run, or if a guard is not found in its file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Guard, withoutGuard } from './guard.ts';
import { guards } from './guards.ts';
import { runTests, type TestRun } from './run-tests.ts';
import { copyWorkspace } from './workspace-copy.ts';

const chosen = guards.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const copy = copyWorkspace();
const hour = 3_600_000;

const reports: Record<TestRun['outcome'], string> = {
  failed: 'noticed',
  passed: 'NOT NOTICED',
  'not loaded': 'DID NOT LOAD',
};

/** Requires that the tests pass with all guards in place. */
function requirePassing(): void {
  const tests = new Set(chosen.flatMap((guard) => guard.tests));
  if (tests.size === 0) return;
  const { outcome, output } = runTests(copy.path, [...tests], hour);
  if (outcome !== 'passed')
    throw new Error(`The tests do not pass with all guards in place (${outcome}):\n${output}`);
}

/** The outcome of the tests without the guard. */
function outcomeWithout(guard: Guard): string {
  const path = join(copy.path, guard.file);
  const source = readFileSync(path, 'utf8');
  const mutated = withoutGuard(guard, source);
  if (mutated === source) return 'NOT FOUND in its file';
  writeFileSync(path, mutated);
  try {
    return reports[runTests(copy.path, guard.tests).outcome];
  } finally {
    writeFileSync(path, source);
  }
}

try {
  requirePassing();
  let failures = 0;
  for (const guard of chosen) {
    const outcome = outcomeWithout(guard);
    if (outcome !== 'noticed') failures += 1;
    console.log(`${outcome} by ${guard.tests.join(', ')}: ${guard.name}`);
  }
  console.log(`${chosen.length} guards removed, ${failures} not noticed`);
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  copy.remove();
}
