import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { documentSources, mainDocument } from '../scripts/documents.ts';
import { generateDocument } from '../scripts/generate-document.ts';
import { lint, repository, withCopy } from './contract-copy.ts';

const fixture = join(import.meta.dirname, 'second-document');

/** Adds a document to a copy of the contract, as its author would: its files, and its entry in redocly.yaml. */
function addDocument(copy: string): void {
  const [, entry = ''] = readFileSync(join(fixture, 'redocly.yaml'), 'utf8').split('apis:\n');
  writeFileSync(join(copy, 'redocly.yaml'), readFileSync(join(repository, 'redocly.yaml'), 'utf8') + entry);
  cpSync(join(fixture, 'openapi'), join(copy, 'openapi'), { recursive: true });
}

test('lints, generates and types a second document with its own errors and callers', () => {
  withCopy((copy) => {
    addDocument(copy);
    const sources = documentSources(copy);
    expect(sources.map(({ name }) => name)).toEqual(['public', 'pages']);
    expect(lint(copy, 'pages@v1')).toEqual([]);
    for (const source of sources) generateDocument(source, join(copy, 'src/generated', source.name));
    const made = (name: string) => readFileSync(join(copy, 'src/generated', name), 'utf8');
    const kept = readFileSync(join(import.meta.dirname, '../src/generated/public/openapi.json'), 'utf8');
    expect(made('public/openapi.json')).toBe(kept);
    expect(Object.keys(JSON.parse(made('pages/openapi.json')).paths)).toEqual(['/pages/offers/{token}']);
    const { patch } = JSON.parse(made('pages/openapi.json')).paths['/pages/offers/{token}'];
    expect(patch.description).toBe(
      'Accepts the offer.\n\nLimited to 60 requests per minute and client address, and 300 requests per hour and company.',
    );
    expect(compiled(copy)).toBe('');
  });
});

test('every document and its bundle have a subpath in the package', () => {
  const subpaths = documentSources(repository).flatMap(({ name }) =>
    name === mainDocument ? ['.', './openapi.json'] : [`./${name}`, `./${name}/openapi.json`],
  );
  expect(Object.keys(manifest.exports)).toEqual(expect.arrayContaining(subpaths));
});

/** What the compiler says of a program that uses the second document. */
function compiled(copy: string): string {
  cpSync(join(fixture, 'use.ts'), join(copy, 'src/use.ts'));
  cpSync(join(import.meta.dirname, '../src/operation-types.ts'), join(copy, 'src/operation-types.ts'));
  const options = { extends: join(repository, 'tsconfig.base.json'), include: ['src'] };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(options));
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ type: 'module' }));
  const compiler = createRequire(join(repository, 'package.json')).resolve('typescript/package.json');
  try {
    return execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', copy], {
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
