import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { vocabularyOf } from '../../../openapi/lint/vocabulary.js';
import { mergedAlternatives, type OpenApiDocument } from '../src/document.ts';
import { callTable } from './call-table.ts';
import { documentIndex } from './document-index.ts';
import type { DocumentSource } from './documents.ts';
import { errorTable } from './error-table.ts';
import { eventTable } from './event-table.ts';
import { operationTable } from './operation-table.ts';
import { printTable, valueTable } from './print-table.ts';
import { publishedDocument } from './published-document.ts';
import { reachable } from './reachable.ts';
import { schemaTypes } from './schema-types.ts';
import { writeGenerated } from './write-generated.ts';

/** Redocly or openapi-typescript has refused the document; the message is what it printed. */
export class GenerationError extends Error {
  override readonly name = 'GenerationError';
}

/**
 * Writes what follows from a document into a folder: its bundle, the types of that, and the tables that code needs at run
 * time.
 */
export function generateDocument({ alias, root, configuration }: DocumentSource, folder: string): void {
  const bundle = join(folder, 'openapi.json');
  const write = (name: string, text: string) => writeGenerated(join(folder, name), text);

  mkdirSync(folder, { recursive: true });
  runTool('@redocly/cli', ['bundle', alias, '--config', configuration, '--output', bundle]);
  const document = sorted(JSON.parse(readFileSync(bundle, 'utf8')));
  writeFileSync(bundle, JSON.stringify(publishedDocument(document), null, 2));
  const typing = ['--default-non-nullable=false', '--empty-objects-unknown', '--alphabetize'];
  runTool('openapi-typescript', [bundle, ...typing, '--output', join(folder, 'api.ts')]);

  const operations = operationTable(mergedAlternatives(document));
  const vocabulary = vocabularyOf(parse(readFileSync(root, 'utf8')), root);
  const { errors, scopes, formats, states } = reachable(vocabulary, document, operations);
  write('operations.ts', printTable('operations', operations));
  write('calls.ts', printTable('calls', callTable(operations)));
  write('events.ts', printTable('events', eventTable(document)));
  write('errors.ts', printTable('errors', errorTable(errors)));
  write('scopes.ts', printTable('scopes', valueTable(scopes)));
  write('formats.ts', printTable('formats', valueTable(formats)));
  write('states.ts', printTable('states', valueTable(states)));
  write('schemas.ts', schemaTypes(document));
  write('index.ts', documentIndex);
}

/** Components by name, so that a new one moves no other. */
function sorted(document: OpenApiDocument): OpenApiDocument {
  const byName = <T>(parts: [string, T][]): Record<string, T> =>
    Object.fromEntries(parts.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const components = Object.entries(document.components).map(([kind, named]): [string, object] => [
    kind,
    byName(Object.entries(named)),
  ]);
  return { ...document, components: byName(components) as OpenApiDocument['components'] };
}

/** Runs a command line tool of node_modules by this Node; its output is shown only when it fails. */
function runTool(name: string, commandLine: string[]): void {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    // This folder: openapi-typescript would take over a redocly.yaml in its working directory.
    execFileSync(process.execPath, [join(dirname(manifest), 'bin/cli.js'), ...commandLine], {
      cwd: import.meta.dirname,
      env,
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    throw new GenerationError(`${stdout}${stderr}`);
  }
}
