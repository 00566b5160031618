// Takes one guard after the other out of a copy of the sources, and shows that the tests notice:
//   node --conditions=pv-source apps/api/test/mutations/main.ts [part of a guard's name]
// Exits with 1 when a guard is gone and no test fails, or when one can no longer be taken out as described.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Guard, guards } from './guards.ts';
import { copyWorkspace, repository } from './workspace-copy.ts';

const chosen = guards.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const copy = copyWorkspace();
const vitest = join(repository, 'node_modules/vitest/vitest.mjs');

function runTests(tests: readonly string[]): { pass: boolean; output: string } {
  const files = tests.map((name) => `apps/api/test/${name}.test.ts`);
  const { status, stdout } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'api', '--bail=1', ...files],
    { cwd: copy.path, encoding: 'utf8' },
  );
  // No test found is no proof either.
  if (!/Tests .*\d+ (passed|failed)/.test(stripVTControlCharacters(stdout)))
    throw new Error(`The tests ${files.join(', ')} did not run:\n${stdout}`);
  return { pass: status === 0, output: stdout };
}

/** What becomes of the tests of a guard without it. */
function outcomeWithout({ file, find, replace, tests }: Guard): string {
  const path = join(copy.path, file);
  const source = readFileSync(path, 'utf8');
  const mutated = source.replace(find, () => replace);
  if (mutated === source) return 'NOT FOUND in its file';
  writeFileSync(path, mutated);
  try {
    return runTests(tests).pass ? 'NOT NOTICED' : 'noticed';
  } finally {
    writeFileSync(path, source);
  }
}

try {
  const everyTest = [...new Set(chosen.flatMap(({ tests }) => tests))];
  const { pass, output } = runTests(everyTest);
  if (!pass) throw new Error(`The tests fail with all guards in place:\n${output}`);
  let failures = 0;
  for (const guard of chosen) {
    const outcome = outcomeWithout(guard);
    if (outcome !== 'noticed') failures += 1;
    console.log(`${outcome} by ${guard.tests.join(', ')}: ${guard.name}`);
  }
  console.log(`${chosen.length} guards taken out, ${failures} not noticed`);
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  copy.remove();
}
