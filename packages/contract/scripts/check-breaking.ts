// Compares the bundles with the newest folder of openapi/released, and fails for each change that breaks what was promised there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges } from './breaking-changes.ts';

const released = join(import.meta.dirname, '../../../openapi/released');
const newest = join(released, readdirSync(released).toSorted().at(-1) ?? '');
const generated = join(import.meta.dirname, '../src/generated');

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

for (const file of readdirSync(newest)) {
  const name = file.replace(/\.json$/, '');
  const found = breakingChanges(read(join(newest, file)), read(join(generated, name, 'openapi.json')));
  if (found.length > 0) process.exitCode = 1;
  process.stdout.write(`${name}: ${found.length} breaking changes since ${newest}\n`);
  for (const change of found) process.stdout.write(`  ${change}\n`);
}
