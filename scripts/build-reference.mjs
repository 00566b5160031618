// Builds the reference that the service serves under /docs. Turbo rebuilds it only if its sources have changed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

if (!existsSync('apps/docs/dist')) process.stderr.write('Building the reference …\n');
const { status, stdout, stderr } = spawnSync('turbo', ['run', 'docs', '--output-logs=errors-only'], {
  encoding: 'utf8',
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
});
// The service also works without the reference.
if (status !== 0) {
  process.stderr.write(
    `${stdout ?? ''}${stderr ?? ''}The reference could not be built; /docs is missing or outdated.\n`,
  );
}
