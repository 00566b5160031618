// Builds the sites that the service serves to browsers: the customers' pages, and the reference under /docs. Turbo rebuilds only
// what has changed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

if (!existsSync('apps/docs/dist') || !existsSync('apps/pages/dist'))
  process.stderr.write('Building the pages and the reference …\n');
const { status, stdout, stderr } = spawnSync(
  'turbo',
  ['run', 'pages', 'docs', '--continue', '--output-logs=errors-only'],
  { encoding: 'utf8', env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' } },
);
// The service also works without them.
if (status !== 0) {
  process.stderr.write(
    `${stdout ?? ''}${stderr ?? ''}The pages or the reference could not be built; they are missing or outdated.\n`,
  );
}
