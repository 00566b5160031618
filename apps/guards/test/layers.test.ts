import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../src/workspace-copy.ts';

const { rooms } = JSON.parse(
  readFileSync(join(repository, 'layers.jsonc'), 'utf8').replace(/^\s*\/\/.*$/gm, ''),
) as { rooms: Record<string, { imports: string[]; doors: string[] }> };

/** The problems that the check of folders reports for a repository that consists of these files. */
function allProblemsOf(files: Readonly<Record<string, string>>): string[] {
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

/** Without unused doors: hardly any file of these repositories imports another. */
const problemsOf = (files: Readonly<Record<string, string>>) =>
  allProblemsOf(files).filter((problem) => !problem.includes('no other room imports this door'));

const importOf = (specifier: string) => `import type { A } from '${specifier}';\nexport type B = A;\n`;

const forbidden = {
  'packages/contract/src/a.ts': '@pv-planning/client',
  'packages/server-kit/src/a.ts': '@pv-planning/contract',
  'packages/price-list/src/a.ts': '@pv-planning/database',
  'packages/string-planner/src/a.ts': 'node:http',
  'packages/webhooks/src/a.ts': '@pv-planning/webhook-delivery',
  'packages/database/src/a.ts': '@pv-planning/contract',
  'packages/webhook-delivery/src/a.ts': '../../api/src/crm/customers/customer-records.ts',
  'packages/client/test/a.ts': '@pv-planning/api',
  'apps/bench/src/a.ts': '@pv-planning/api/src/service.ts',
  'apps/mock/test/a.ts': '../../api/src/server/service.ts',
  'apps/api/src/kernel/records/a.ts': '../../sales/documents/document-handlers.ts',
};

test.for(Object.entries(forbidden))('%s may not import %s', ([file, specifier]) => {
  expect(problemsOf({ [file]: importOf(specifier) })).toEqual([expect.stringMatching(`^${file}: `)]);
});

test.for(Object.keys(rooms))('the room %s is entered only through its doors', (room) => {
  const target = importOf(`../${room}/no-door.ts`);
  for (const [other, { imports }] of Object.entries(rooms)) {
    const file = `apps/api/src/${other}/a.ts`;
    const problem = imports.includes(room)
      ? `${file}: ${room}/no-door.ts is not a door of ${room}, see layers.jsonc`
      : `${file}: ${other} may not import ${room}, see layers.jsonc`;
    expect(problemsOf({ [file]: target })).toEqual(other === room ? [] : [problem]);
  }
});

test('finds a door that no other room imports', () => {
  const door = 'apps/api/src/server/service.ts';
  const problem = `${door}: no other room imports this door, see layers.jsonc`;
  expect(allProblemsOf({})).toContain(problem);
  const importer = { 'apps/api/src/programs/main.ts': importOf('../server/service.ts') };
  expect(allProblemsOf(importer)).not.toContain(problem);
});

test('accepts imports of packages by name and of doors', () => {
  const files = {
    'packages/client/src/a.ts': importOf('@pv-planning/contract/document'),
    'packages/database/src/a.ts': importOf('@pv-planning/embedded-postgres'),
    'apps/api/test/support/a.ts': importOf('../../src/service.ts'),
    'apps/api/src/programs/main.ts': importOf('../server/service.ts'),
    'apps/api/src/programs/admin/commands/a.ts': importOf('../command-output.ts'),
    'apps/api/src/catalog/price-lists/plan/a.ts': importOf('../../materials/material-data.ts'),
    'apps/api/src/workflows/a.ts': importOf('../sales/offers/lifecycle/new-offer.ts'),
    'apps/api/src/catalog/materials/a.ts': importOf('../../kernel/records/record-table.ts'),
    'apps/api/src/kernel/records/a.ts': importOf('../sql/single-row.ts'),
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
  const folder = 'apps/api/src/sales/offers';
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
    'apps/api/src/programs/admin/program.ts': importOf('./commands/key.ts'),
    'apps/api/src/programs/admin/commands/key.ts': importOf('../table.ts'),
    'apps/api/src/programs/admin/table.ts': '',
  };
  expect(problemsOf(files)).toEqual([]);
});

const filesIn = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, '']));

test('accepts 16 files in a folder, and any number of tests', () => {
  expect(
    problemsOf({ ...filesIn('apps/api/src/kernel/records', 16), ...filesIn('apps/api/test', 17) }),
  ).toEqual([]);
});

test.for(['apps/api/src/kernel/records', 'packages/database/src', 'packages/price-list/src/csv'])(
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
