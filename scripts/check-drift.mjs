// Regenerates the contract package and fails if a file changes. The new files are kept.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const folder = 'packages/contract/src/generated';

/** path → text of every generated file. */
function generatedFiles() {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => `${parentPath}/${name}`);
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

const before = generatedFiles();
const { status, stdout, stderr } = spawnSync(process.execPath, ['packages/contract/scripts/generate.ts'], {
  encoding: 'utf8',
});
if (status !== 0) {
  process.stderr.write(`${stdout}${stderr}`);
  process.exit(status ?? 1);
}
const after = generatedFiles();
const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
  (path) => before.get(path) !== after.get(path),
);
if (changed.length > 0) {
  process.stderr.write(`${changed.join('\n')}
The generated files above did not belong to the contract in openapi/. They have just been written anew:
look at them ("git diff packages/contract") and commit them with the change that caused them.
`);
  process.exit(1);
}
process.stdout.write('The generated files belong to the contract.\n');
