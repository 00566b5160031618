import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import document from '../src/generated/public/openapi.json' with { type: 'json' };
import { repository } from './contract-copy.ts';

const openapi = join(repository, 'openapi');
const sources = readdirSync(openapi, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);
const inFolder = (folder: string) => sources.filter((file) => file.startsWith(folder));
const wordsOf = (files: string[]) =>
  new Set(files.flatMap((file) => readFileSync(join(openapi, file), 'utf8').match(/[\w-]+/g) ?? []));

const componentFiles = new Set(inFolder('components').map((file) => basename(file, '.yaml')));

const operationIds = [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((item) =>
  Object.values(item).flatMap((part) => ('operationId' in part ? [part.operationId] : [])),
);

test('every operationId is written in full in a path or webhook file', () => {
  const words = wordsOf([...inFolder('paths'), ...inFolder('webhooks')]);
  expect(operationIds.length).toBeGreaterThan(100);
  expect(operationIds.filter((name) => !words.has(name))).toEqual([]);
});

test('every schema and example is a file, or its name is written in full in a source', () => {
  const words = wordsOf(sources);
  const { schemas, examples } = document.components;
  const names = [...Object.keys(schemas), ...Object.keys(examples)];
  expect(names.filter((name) => !componentFiles.has(name) && !words.has(name))).toEqual([]);
});
