import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { documents } from '@pv-planning/contract/documents';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const sources = globSync('{apps/api,packages/server-kit}/src/**/*.ts', { cwd: root });
const text = sources.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');

const tables = Object.values(documents);

/** The codes that reject actions in the state tables. The rule of the table throws them. */
const rejections = new Set(
  tables.flatMap(({ states }) =>
    Object.values(states).flatMap(({ actions }) =>
      Object.values(actions).flatMap((outcomes) => Object.values(outcomes)),
    ),
  ),
);

test('the sources throw every error code of all documents', () => {
  const codes = [...new Set(tables.flatMap(({ errors }) => Object.keys(errors)))];
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.filter((code) => !rejections.has(code) && !text.includes(`'${code}'`))).toEqual([]);
});
