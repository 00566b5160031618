import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { each, type Figure, figure } from './measure/figure.ts';
import { interleave } from './measure/interleave.ts';

const here = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs `npm run bench` in a working tree. In a new one, this first runs `npm ci`. */
async function run(folder: string, parameters: readonly string[], json: string) {
  const command = ['run', '--silent', 'bench', '--', ...parameters, '--json', json];
  const child = spawn('npm', command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  // The exit code of the benches for an invalid command line.
  if (code === 2) throw new Error(`These benches do not know all of: ${parameters.join(' ')}. See above.`);
  if (code !== 0) throw new Error(`npm ${command.join(' ')} ended with ${code} in ${folder}.`);
  const { figures } = JSON.parse(await readFile(json, 'utf8')) as { figures: Figure[] };
  return new Map(figures.map((one) => [one.name, one]));
}

/**
 * Compares the working tree with another revision: each runs its own benches, by turns. The revision is the yardstick, which runs
 * twice in each round.
 */
export async function against(
  revision: string,
  { parameters, pairs }: { parameters: readonly string[]; pairs: number },
): Promise<Figure[]> {
  await using closing = new AsyncDisposableStack();
  // It also ends the running benches, after which the worktree is removed.
  process.once('SIGINT', () => {});
  const directory = await mkdtemp(join(tmpdir(), 'pv-bench-against-'));
  closing.defer(() => rm(directory, { recursive: true, force: true }));
  const there = join(directory, 'worktree');
  const git = (...parameters: string[]) =>
    execFileSync('git', ['worktree', ...parameters], { cwd: here, stdio: ['ignore', 2, 2] });
  git('add', '--quiet', '--detach', there, revision);
  closing.defer(() => void git('remove', '--force', there));

  const runIn = (folder: string, name: string) => () => {
    process.stderr.write(`\n${name}:\n`);
    return run(folder, parameters, join(directory, 'figures.json'));
  };
  // The revision is first, so that a bench that it does not know is noticed at once.
  const readings = await interleave(
    { rounds: pairs, seconds: Number.POSITIVE_INFINITY },
    {
      yardstick: runIn(there, `At ${revision}`),
      ours: runIn(here, 'Here'),
      yardstickAgain: runIn(there, `At ${revision}, again`),
    },
  );
  const runs = Object.values(readings).flat();
  const figures = new Map(runs.flatMap((one) => [...one]));
  const isInAll = (name: string) => runs.every((one) => one.has(name));
  const missing = [...figures.keys()].filter((name) => !isInAll(name));
  if (missing.length > 0)
    process.stderr.write(`\nOnly here or only at ${revision}, so not compared:\n  ${missing.join('\n  ')}\n`);
  return [...figures.values()]
    .filter(({ name }) => isInAll(name))
    .map(({ name, unit, better }) =>
      figure(
        { name, unit, better },
        each(readings, (one) => one.get(name)?.ours ?? Number.NaN),
      ),
    );
}
