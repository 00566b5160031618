import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startMock } from '../src/mock-server.ts';

const guides = new URL('../../../openapi/guides/', import.meta.url);
const lines: string[] = [];
const mock = await startMock({ host: '127.0.0.1', port: 0, log: (line) => lines.push(line) });
const folder = await mkdtemp(join(tmpdir(), 'guide-commands-'));
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

const files = await Promise.all(
  (await readdir(guides)).map(async (file) => [file, await readFile(new URL(file, guides), 'utf8')] as const),
);
const commands = files.flatMap(([file, text]) =>
  Array.from(text.matchAll(/^```sh\n(.*?)^```/gms), ([, command = '']) => [file, command] as const),
);

/** Not every machine has `uuidgen`. A status other than 2xx ends the command. */
const shell = `set -euo pipefail
uuidgen() { node -p 'crypto.randomUUID()'; }
curl() { command curl --silent --show-error --fail-with-body "$@"; }
`;

test.each(commands.filter(([, command]) => command.includes('curl ')))(
  'the request in %s is valid',
  async (_, command) => {
    const env = { ...process.env, BASE_URL: mock.address, API_KEY: 'pvp_live_anything' };
    await promisify(execFile)('bash', ['-c', shell + command], { cwd: folder, env });
    expect(lines.splice(0)).not.toEqual([]);
  },
);
