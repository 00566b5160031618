// openapi/ → openapi.json → src/generated: bundle, types of the document, and the tables that code needs at run time.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../src/document.ts';
import { callTable } from './call-table.ts';
import { type ErrorSource, errorTable } from './error-table.ts';
import { eventTable } from './event-table.ts';
import { operationTable } from './operation-table.ts';
import { printTable } from './print-table.ts';
import { schemaTypes } from './schema-types.ts';

const packageFolder = join(import.meta.dirname, '..');
const repository = join(packageFolder, '../..');
const generated = join(packageFolder, 'src/generated');
const bundle = join(packageFolder, 'openapi.json');
const require = createRequire(import.meta.url);

mkdirSync(generated, { recursive: true });
run('@redocly/cli/package.json', 'bin/cli.js', [
  'bundle',
  'public@v1',
  '--config',
  join(repository, 'redocly.yaml'),
  '--output',
  bundle,
]);
const document = sorted(JSON.parse(readFileSync(bundle, 'utf8')));
writeFileSync(bundle, JSON.stringify(document, null, 2));
run('openapi-typescript/package.json', 'bin/cli.js', [
  bundle,
  '--default-non-nullable=false',
  '--empty-objects-unknown',
  '--alphabetize',
  '--output',
  join(generated, 'api.ts'),
]);

const errors: Record<string, ErrorSource> = readYaml('openapi/errors.yaml');
const scopes: Record<string, string> = readYaml('openapi/scopes.yaml');
const forms: Record<string, object> = readYaml('openapi/forms.yaml');

const operations = operationTable(document);
write('operations.ts', printTable('operations', operations));
write('calls.ts', printTable('calls', callTable(operations)));
write('events.ts', printTable('events', eventTable(document)));
write('errors.ts', printTable('errors', errorTable(errors)));
write(
  'scopes.ts',
  printTable(
    'scopes',
    Object.entries(scopes).map(([name, text]) => ({ name, text: '', value: text })),
  ),
);
write(
  'forms.ts',
  printTable(
    'forms',
    Object.entries(forms).map(([name, form]) => ({ name, text: '', value: form })),
  ),
);
write('schemas.ts', schemaTypes(document));

/** Runs a command line tool of node_modules by this Node; its output is shown only when it fails. */
function run(manifest: string, script: string, commandLine: string[]): void {
  const tool = join(dirname(require.resolve(manifest)), script);
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    // The folder of the package: openapi-typescript would take over a redocly.yaml in its working directory.
    execFileSync(process.execPath, [tool, ...commandLine], {
      cwd: packageFolder,
      env: environment,
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: Buffer; stderr: Buffer };
    process.stderr.write(`${stdout}${stderr}`);
    process.exit(1);
  }
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

function readYaml<T>(path: string): T {
  return parse(readFileSync(join(repository, path), 'utf8'));
}

function write(name: string, text: string): void {
  writeFileSync(
    join(generated, name),
    `// Generated from openapi/ by "npm run generate". Do not edit.\n${text}`,
  );
}
