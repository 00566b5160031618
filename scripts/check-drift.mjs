// Generates the contract package anew and fails when the committed files are not what comes out.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

function run(command, commandLine) {
  const result = spawnSync(command, commandLine, { encoding: 'utf8' });
  if (result.status === 0) return result.stdout;
  process.stderr.write(`${result.stdout}${result.stderr}`);
  process.exit(result.status ?? 1);
}

run(process.execPath, ['packages/contract/scripts/generate.ts']);
const changed = run('git', [
  'status',
  '--porcelain',
  '--',
  'packages/contract/openapi.json',
  'packages/contract/src/generated',
]);
if (changed !== '') {
  process.stderr.write(`${changed}
The generated files above do not belong to the contract in openapi/. They have just been written anew:
look at them ("git diff packages/contract") and commit them with the change that caused them.
`);
  process.exit(1);
}
process.stdout.write('The generated files belong to the contract.\n');
