import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../src/workspace-copy.ts';

/** The problems that the check of folders reports for a repository that consists of these files. */
function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'pv-layers-'));
  try {
    cpSync(join(repository, 'layers.jsonc'), join(folder, 'layers.jsonc'));
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    const script = join(repository, 'scripts/check-folders.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    const problems = stderr.split(/\n(?! )/).filter((line) => line !== '');
    expect(status, stderr).toBe(problems.length > 0 ? 1 : 0);
    return problems;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const importOf = (specifier: string) => `import type { A } from '${specifier}';\nexport type B = A;\n`;

const forbidden = {
  'packages/contract/src/a.ts': '@pv-planning/client',
  'packages/server-kit/src/a.ts': '@pv-planning/contract',
  'packages/price-list/src/a.ts': '@pv-planning/database',
  'packages/string-planner/src/a.ts': 'node:http',
  'packages/webhooks/src/a.ts': '@pv-planning/webhook-delivery',
  'packages/database/src/a.ts': '@pv-planning/contract',
  'packages/webhook-delivery/src/a.ts': '../../../apps/api/src/customers/customer-records.ts',
  'packages/client/test/a.ts': '@pv-planning/api',
  'apps/bench/src/a.ts': '@pv-planning/api/src/service.ts',
  'apps/mock/test/a.ts': '../../api/src/service.ts',
  'apps/api/src/main.ts': './admin/main.ts',
  'apps/api/src/service.ts': './company/administration.ts',
  'apps/api/src/handlers.ts': './transactions/database-transactions.ts',
  'apps/api/src/http/a.ts': '../customers/customer-records.ts',
  'apps/api/src/transactions/a.ts': '../company/company-records.ts',
  'apps/api/src/admin/commands/a.ts': '../../storage/company-storage.ts',
  'apps/api/src/customers/a.ts': '../admin/session.ts',
  'apps/api/src/offers/lifecycle/a.ts': '../../workflows/follow-offers.ts',
  'apps/api/src/price-lists/plan/a.ts': '../../http/http-app.ts',
  'apps/api/src/records/a.ts': '../projects/project-records.ts',
  'apps/api/src/process/a.ts': '../handler-context.ts',
  'apps/api/src/sql/a.ts': '../records/record-table.ts',
};

test.for(Object.entries(forbidden))('%s may not import %s', ([file, specifier]) => {
  expect(problemsOf({ [file]: importOf(specifier) })).toEqual([expect.stringMatching(`^${file}: `)]);
});

test('accepts imports of packages by name and of lower folders', () => {
  const files = {
    'packages/client/src/a.ts': importOf('@pv-planning/contract/document'),
    'packages/database/src/a.ts': importOf('@pv-planning/embedded-postgres'),
    'apps/api/test/support/a.ts': importOf('../../src/service.ts'),
    'apps/api/src/main.ts': importOf('./service.ts'),
    'apps/api/src/http/a.ts': importOf('../handlers.ts'),
    'apps/api/src/handlers.ts': importOf('./customers/customer-handlers.ts'),
    'apps/api/src/admin/commands/a.ts': importOf('../command-output.ts'),
    'apps/api/src/price-lists/plan/a.ts': importOf('../../materials/material-data.ts'),
    'apps/api/src/workflows/a.ts': importOf('../offers/model/line.ts'),
    'apps/api/src/demo/a.ts': importOf('../workflows/create-offer.ts'),
    'apps/api/src/materials/a.ts': importOf('../handler-context.ts'),
    'apps/api/src/records/a.ts': importOf('../sql/single-row.ts'),
  };
  expect(problemsOf(files)).toEqual([]);
});

const importForms = {
  'import of a type': "import type { B } from './b.ts';",
  'import on several lines': "import {\n  a,\n  type B,\n} from './b.ts';",
  'import of a namespace': "import * as b from './b.ts';",
  'import of a default': "import b from './b.ts';",
  'import for its effects': "import './b.ts';",
  'export of all': "export * from './b.ts';",
  'export by name': "export { b } from './b.ts';",
  'dynamic import': "const { b } = await import('./b.ts');",
  'type within a statement': "export type C = import('./b.ts').B;",
  'worker thread': "const worker = new Worker(new URL('./b.ts', import.meta.url));",
};

test.for(Object.entries(importForms))('finds a circle of files: %s', ([, statement]) => {
  const files = {
    'packages/price-list/src/a.ts': `${statement}\n`,
    'packages/price-list/src/b.ts': importOf('./a.ts'),
  };
  expect(problemsOf(files)).toEqual([
    'packages/price-list/src: circle a.ts → b.ts → a.ts\n  a.ts imports b.ts\n  b.ts imports a.ts',
  ]);
});

test('finds a circle of folders without a circle of files', () => {
  const files = {
    'packages/price-list/src/csv/a.ts': importOf('../datanorm/b.ts'),
    'packages/price-list/src/csv/d.ts': '',
    'packages/price-list/src/datanorm/b.ts': '',
    'packages/price-list/src/datanorm/c.ts': importOf('../csv/d.ts'),
  };
  expect(problemsOf(files)).toEqual([
    'packages/price-list/src: circle csv → datanorm → csv\n' +
      '  csv/a.ts imports datanorm/b.ts\n  datanorm/c.ts imports csv/d.ts',
  ]);
});

test('finds a circle through three folders of a subfolder', () => {
  const folder = 'apps/api/src/offers';
  const files = {
    [`${folder}/lines/a.ts`]: importOf('../pricing/a.ts'),
    [`${folder}/pricing/a.ts`]: importOf('../strings/a.ts'),
    [`${folder}/strings/a.ts`]: importOf('../lines/b.ts'),
    [`${folder}/lines/b.ts`]: '',
  };
  expect(problemsOf(files)).toEqual([
    expect.stringContaining(`${folder}: circle lines → pricing → strings → lines`),
  ]);
});

test('accepts files that import a subfolder and are imported by it', () => {
  const files = {
    'apps/api/src/admin/program.ts': importOf('./commands/key.ts'),
    'apps/api/src/admin/commands/key.ts': importOf('../table.ts'),
    'apps/api/src/admin/table.ts': '',
  };
  expect(problemsOf(files)).toEqual([]);
});

const filesIn = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, '']));

test('accepts 16 files in a folder, and any number of tests', () => {
  expect(problemsOf({ ...filesIn('apps/api/src/records', 16), ...filesIn('apps/api/test', 17) })).toEqual([]);
});

test.for(['apps/api/src/records', 'packages/database/src', 'packages/price-list/src/csv'])(
  'finds a 17th file in %s',
  (folder) => {
    expect(problemsOf(filesIn(folder, 17))).toEqual([
      `${folder}: 17 files, at most 16 are allowed in a folder`,
    ]);
  },
);

test('finds folders and packages that layers.jsonc does not list', () => {
  const files = { 'apps/api/src/misc/a.ts': '', 'packages/misc/src/a.ts': '' };
  expect(problemsOf(files)).toEqual([
    'packages/misc: layers.jsonc does not list it',
    'apps/api/src/misc: layers.jsonc does not list it',
  ]);
});
