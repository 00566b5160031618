// Builds the reference that the service shows under /docs, unless it was built from the contract as it is.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

function isCurrent() {
  try {
    return readFileSync('apps/docs/dist/openapi.json').equals(readFileSync('packages/contract/openapi.json'));
  } catch {
    return false;
  }
}

if (!isCurrent()) {
  process.stderr.write('Building the reference …\n');
  const { status } = spawnSync('turbo', ['run', 'docs', '--output-logs=errors-only'], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    shell: process.platform === 'win32',
  });
  // The service works without its reference.
  if (status !== 0) process.stderr.write('The reference could not be built; /docs will be missing.\n');
}
