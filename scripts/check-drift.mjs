// Regenerates the contract package, the types and the drawing of the tables, and fails if a file changes. The new files are kept.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const packages = ['packages/contract', 'packages/database'];

/** Returns path → text of every generated file. */
function generatedFiles() {
  const entries = packages.flatMap((folder) =>
    readdirSync(`${folder}/src/generated`, { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .concat('openapi/README.md', 'docs/data-model.md');
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

const before = generatedFiles();
for (const cwd of packages) {
  const command = ['--conditions=pv-source', 'scripts/generate.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    process.exit(status ?? 1);
  }
}
const after = generatedFiles();
const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
  (path) => before.get(path) !== after.get(path),
);
if (changed.length > 0) {
  process.stderr.write(`${changed.join('\n')}
The generated files above did not match the contract in openapi/ or the migrations. They have been
regenerated: review them ("git diff") and commit them with the change that caused them.
`);
  process.exit(1);
}
process.stdout.write('The generated files match the contract and the migrations.\n');
