// Installs the dependencies if node_modules does not match package-lock.json. Runs on any Node >= 20,
// before every script in the README and the tour.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const stamp = 'node_modules/.setup';
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

function installed() {
  try {
    return readFileSync(stamp, 'utf8') === wanted;
  } catch {
    return false;
  }
}

if (!installed()) {
  process.stderr.write(
    'Installing dependencies, which can take minutes (first run, or package-lock.json changed) …\n',
  );
  // Tools and platform binaries are needed regardless of NODE_ENV. Output goes to stderr: stdout belongs to the next script.
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const result = spawnSync(npm[0], [...npm.slice(1), 'ci', ...flags], { stdio: ['ignore', 2, 2] });
  if (result.status !== 0) {
    process.stderr.write('npm ci failed; see the lines above.\n');
    process.exit(result.status ?? 1);
  }
  writeFileSync(stamp, wanted);
}
