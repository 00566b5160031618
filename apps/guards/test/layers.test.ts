import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../src/workspace-copy.ts';

const layer = 'lint/style/noRestrictedImports';
const circle = 'lint/suspicious/noImportCycles';

/** The rules that the files violate according to Biome, by file. Only these files are linted. */
function brokenRules(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pv-layers-'));
  try {
    for (const config of ['biome.json', 'layers.jsonc', 'layers.grit', 'scripts/no-impatient-waits.grit'])
      cpSync(join(repository, config), join(folder, config));
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome');
    const commandLine = [biome, 'lint', '--vcs-enabled=false', '--reporter=github'];
    const { status, stdout } = spawnSync(process.execPath, commandLine, { cwd: folder, encoding: 'utf8' });
    const broken = [...stdout.matchAll(/^::error title=([\w/]+),file=([^,]+),/gm)];
    expect(status, stdout).toBe(broken.length > 0 ? 1 : 0);
    const byFile = Map.groupBy(broken, ([, , file = '']) => relative(folder, file));
    return Object.fromEntries([...byFile].map(([file, found]) => [file, found.map(([, rule = '']) => rule)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const importOf = (specifier: string) => `import type { A } from '${specifier}';\nexport type B = A;\n`;

const arrowsUp = {
  'packages/contract/src/a.ts': '@pv-planning/client',
  'packages/server-kit/src/a.ts': '@pv-planning/contract',
  'packages/price-list/src/a.ts': '@pv-planning/database',
  'packages/string-planner/src/a.ts': 'node:http',
  'packages/webhooks/src/a.ts': '@pv-planning/webhook-delivery',
  'packages/database/src/a.ts': '@pv-planning/contract',
  'packages/webhook-delivery/src/a.ts': '../../../apps/api/src/customers/customer-records.ts',
  'apps/bench/src/a.ts': '@pv-planning/api/src/service.ts',
  'apps/mock/test/a.ts': '../../api/src/service.ts',
  'apps/api/src/main.ts': './admin/main.ts',
  'apps/api/src/service.ts': './company/administration.ts',
  'apps/api/src/handlers.ts': './transactions/database-transactions.ts',
  'apps/api/src/http/a.ts': '../customers/customer-records.ts',
  'apps/api/src/transactions/a.ts': '../company/company-records.ts',
  'apps/api/src/admin/commands/a.ts': '../../transactions/database-transactions.ts',
  'apps/api/src/customers/a.ts': '../admin/session.ts',
  'apps/api/src/offers/lifecycle/a.ts': '../../workflows/follow-offers.ts',
  'apps/api/src/price-lists/plan/a.ts': '../../http/http-app.ts',
  'apps/api/src/records/a.ts': '../projects/project-records.ts',
  'apps/api/src/process/a.ts': '../handler-context.ts',
  'apps/api/src/settings/a.ts': '../contract/contract-document.ts',
};

test('importing a higher layer is an error', () => {
  const files = Object.entries(arrowsUp).map(([file, specifier]) => [file, importOf(specifier)]);
  const expected = Object.keys(arrowsUp).map((file) => [file, [layer]]);
  expect(brokenRules(Object.fromEntries(files))).toEqual(Object.fromEntries(expected));
});

test('packages must be imported by name, in every part of the service', () => {
  const places = [
    'main',
    'service',
    'handlers',
    'http/a',
    'transactions/a',
    'records/a',
    'process/a',
    'contract/a',
  ];
  const files = ['customers/a', 'admin/a', 'demo/a', 'settings/a', ...places].map((place) => {
    const root = place.includes('/') ? '../../../..' : '../../..';
    return [`apps/api/src/${place}.ts`, importOf(`${root}/packages/database/src/index.ts`)] as const;
  });
  const expected = files.map(([file]) => [file, [layer]]);
  expect(brokenRules(Object.fromEntries(files))).toEqual(Object.fromEntries(expected));
});

test('importing a lower layer is allowed', () => {
  const files = {
    'packages/client/src/a.ts': importOf('@pv-planning/contract/document'),
    'packages/database/src/a.ts': importOf('@pv-planning/embedded-postgres'),
    'apps/api/test/support/a.ts': importOf('../../src/service.ts'),
    'apps/api/src/main.ts': importOf('./service.ts'),
    'apps/api/src/http/a.ts': importOf('../handlers.ts'),
    'apps/api/src/handlers.ts': importOf('./customers/customer-handlers.ts'),
    'apps/api/src/admin/commands/a.ts': importOf('../answer.ts'),
    'apps/api/src/price-lists/plan/a.ts': importOf('../../materials/material-data.ts'),
    'apps/api/src/workflows/a.ts': importOf('../offers/model/line.ts'),
    'apps/api/src/demo/a.ts': importOf('../workflows/create-offer.ts'),
    'apps/api/src/materials/a.ts': importOf('../handler-context.ts'),
    'apps/api/src/records/a.ts': importOf('../settings/settings.ts'),
  };
  expect(brokenRules(files)).toEqual({});
});

test('an import cycle is an error, also of types and through three files', () => {
  const files = {
    'apps/api/src/customers/a.ts': importOf('./b.ts'),
    'apps/api/src/customers/b.ts': importOf('../projects/c.ts'),
    'apps/api/src/projects/c.ts': importOf('../customers/a.ts'),
  };
  const expected = Object.keys(files).map((file) => [file, [circle]]);
  expect(brokenRules(files)).toEqual(Object.fromEntries(expected));
});

test('an inline type import is an error, because the layer rules do not see it', () => {
  const file = 'apps/api/src/records/a.ts';
  const source = "export type A = import('../projects/project-records.ts').A;\n";
  expect(brokenRules({ [file]: source })).toEqual({ [file]: ['plugin'] });
});
