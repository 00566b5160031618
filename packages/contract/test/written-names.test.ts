import { readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import pages from '../src/generated/pages/openapi.json' with { type: 'json' };
import publicDocument from '../src/generated/public/openapi.json' with { type: 'json' };
import { repository } from './contract-copy.ts';

const openapi = join(repository, 'openapi');
const sources = readdirSync(openapi, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);
const inFolder = (folder: string) => sources.filter((file) => file.startsWith(folder));
const wordsOf = (files: string[]) =>
  new Set(files.flatMap((file) => readFileSync(join(openapi, file), 'utf8').match(/[\w-]+/g) ?? []));

const componentFiles = new Set(inFolder('components').map((file) => basename(file, '.yaml')));

interface Described {
  operationId: string;
  responses: Record<string, { $ref?: string }>;
}

const described = (items: object): Described[] =>
  Object.values(items).flatMap((item: object) =>
    Object.values(item).filter((part): part is Described => 'operationId' in part),
  );

describe.each([
  ['public', publicDocument, described(publicDocument.webhooks)],
  ['pages', pages, []],
])('%s', (_name, document, webhooks) => {
  const operations = [...described(document.paths), ...webhooks];

  test('every operationId is written in full in a path or webhook file', () => {
    const words = wordsOf([...inFolder('paths'), ...inFolder('webhooks')]);
    expect(operations.length).toBeGreaterThan(3);
    expect(operations.filter(({ operationId }) => !words.has(operationId))).toEqual([]);
  });

  test('every schema and example is a file, or its name is written in full in a source', () => {
    const words = wordsOf(sources);
    const { schemas, examples } = document.components;
    const names = [...Object.keys(schemas), ...Object.keys(examples)];
    expect(names.filter((name) => !componentFiles.has(name) && !words.has(name))).toEqual([]);
  });

  test('every component name has fewer than 60 characters', () => {
    const names = Object.values(document.components).flatMap((named) => Object.keys(named));
    expect(names.filter((name) => name.length >= 60)).toEqual([]);
  });

  test('the name of an error response tells the status, and the operation if it is its own, but no code', () => {
    const named = operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, { $ref = '' }]) => ({ operationId, status, name: basename($ref) })),
    );
    expect(named.length).toBeGreaterThan(30);
    const unexpected = named.filter(({ operationId, status, name }) => {
      const reason = STATUS_CODES[status]?.replaceAll(' ', '');
      return !new RegExp(`^((${operationId})?${reason}|${reason}With\\w+)$`, 'i').test(name);
    });
    expect(unexpected).toEqual([]);
  });
});
