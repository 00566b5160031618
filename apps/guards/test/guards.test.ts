import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guards, withoutGuard } from '../src/guards.ts';
import { fileOf } from '../src/run-tests.ts';
import { repository } from '../src/workspace-copy.ts';

test.each(guards)('the guard can be taken out: $name', (guard) => {
  const source = readFileSync(join(repository, guard.file), 'utf8');
  expect(withoutGuard(guard, source), `not in ${guard.file}`).not.toBe(source);
  for (const test of guard.tests)
    expect(existsSync(join(repository, fileOf(test))), `there is no test ${test}`).toBe(true);
});
