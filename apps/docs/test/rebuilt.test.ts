import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const repository = join(import.meta.dirname, '../../..');

test('the reference is rebuilt when the contract or a source of the pages changes', () => {
  const turbo = join(repository, 'node_modules/.bin/turbo');
  const plan = execFileSync(turbo, ['run', 'docs', '--filter=@pv-planning/docs', '--dry=json'], {
    cwd: repository,
    encoding: 'utf8',
  });
  const [task] = JSON.parse(plan).tasks as { inputs: Record<string, string> }[];
  expect(Object.keys(task?.inputs ?? {})).toEqual(
    expect.arrayContaining([
      'src/site.ts',
      'src/browser/site.css',
      '../../packages/contract/src/generated/public/openapi.json',
      '../../docs/glossary.md',
      '../../openapi/workflows/book-a-visit.arazzo.yaml',
    ]),
  );
});

test('every start of the service rebuilds the pages and the reference, and continues if that fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pv-rebuilt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(repository, 'scripts/build-sites.mjs'), join(folder, 'scripts/build-sites.mjs'));
  for (const file of [
    'apps/docs/dist/a',
    'apps/pages/dist/a',
    'packages/contract/src/generated/public/openapi.json',
  ]) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '{}');
  }
  const start = (exitCode: number) => {
    writeFileSync(join(folder, 'turbo'), `#!/bin/sh\necho "$@" >> calls\nexit ${exitCode}\n`);
    chmodSync(join(folder, 'turbo'), 0o755);
    return spawnSync(process.execPath, [join(folder, 'scripts/build-sites.mjs')], {
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      encoding: 'utf8',
    });
  };
  expect(start(0)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(start(1)).toMatchObject({ status: 0, stderr: expect.stringContaining('could not be built') });
  expect(readFileSync(join(folder, 'calls'), 'utf8')).toMatch(/^(run pages docs .*\n){2}$/);
});
