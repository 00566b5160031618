import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Guard, withoutGuard } from '../src/guard.ts';
import { guards } from '../src/guards.ts';
import { fileOf } from '../src/run-tests.ts';
import { repository } from '../src/workspace-copy.ts';

const sourceOf = ({ file }: Guard) => readFileSync(join(repository, file), 'utf8');

test.each(guards)('the source contains the guard: $name', (guard) => {
  const source = sourceOf(guard);
  expect(withoutGuard(guard, source), `not in ${guard.file}`).not.toBe(source);
  for (const test of guard.tests)
    expect(existsSync(join(repository, fileOf(test))), `there is no test ${test}`).toBe(true);
});

/** Names of the files that do not parse or use undeclared names. */
function unsound(files: ReadonlyMap<string, string>): string[] {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pv-guards-'));
  try {
    for (const [name, source] of files) writeFileSync(join(folder, name), source);
    const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome');
    const rule = '--only=correctness/noUndeclaredVariables';
    const commandLine = [biome, 'lint', rule, '--reporter=github', '--max-diagnostics=none', '.'];
    const { status, stdout } = spawnSync(process.execPath, commandLine, { cwd: folder, encoding: 'utf8' });
    const found = [...stdout.matchAll(/^::error .*,file=([^,]+),/gm)].map(([, file = '']) => basename(file));
    expect(status, stdout).toBe(found.length > 0 ? 1 : 0);
    return [...new Set(found)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('every source still parses without its guard and uses only names in scope', () => {
  const mutations = guards.map(
    (guard, index) => [`${index}.ts`, withoutGuard(guard, sourceOf(guard))] as const,
  );
  const controls = [
    ['syntax.ts', 'const [lock] = ;'],
    ['scope.ts', 'export const text = value;'],
  ] as const;
  const names = unsound(new Map([...mutations, ...controls]));
  expect(names.map((name) => guards[Number.parseInt(name, 10)]?.name ?? name).sort()).toEqual([
    'scope.ts',
    'syntax.ts',
  ]);
});
