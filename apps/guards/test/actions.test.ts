import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../src/workspace-copy.ts';

test('pins the actions of workflows by commit, because a tag can be moved', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: repository });
  const uses = workflows.flatMap((file) =>
    Array.from(
      readFileSync(join(repository, file), 'utf8').matchAll(/\buses: *(.*)/g),
      ([, action]) => action,
    ),
  );
  expect(uses.length).toBeGreaterThan(0);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
