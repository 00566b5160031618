import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guideSample } from './guide.ts';
import { eventually } from './workbench.ts';

/** A language in which the guide shows a receiver, and how to run it. */
export interface SampleLanguage {
  name: string;
  program: string;
  parameters: (code: string, port: number, folder: string) => string[];
}

const inNode = (code: string) => ['--conditions=pv-source', '--input-type=module-typescript', '--eval', code];

export const sampleLanguages: readonly SampleLanguage[] = [
  { name: 'ts', program: process.execPath, parameters: inNode },
  { name: 'js', program: process.execPath, parameters: inNode },
  { name: 'python', program: 'python3', parameters: (code) => ['-c', code] },
  {
    name: 'php',
    program: 'php',
    parameters(code, port, folder) {
      const file = join(folder, 'webhooks.php');
      writeFileSync(file, code);
      return ['-S', `127.0.0.1:${port}`, file];
    },
  },
];

export function isInstalled({ program }: SampleLanguage): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

export interface SampleReceiver {
  /** Returns its output. */
  output(): string;
  stop(): Promise<void>;
}

/** Runs the receiver of the guide unchanged. Resolves when it responds. */
export async function startSample(
  { name, program, parameters }: SampleLanguage,
  { port, secret }: { port: number; secret: string },
): Promise<SampleReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'pv-sample-'));
  const receiver = spawn(program, parameters(guideSample(name), port, folder), {
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [receiver.stdout, receiver.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  await eventually(async () => {
    if (receiver.exitCode !== null) throw new Error(`The receiver in ${name} has exited: ${output}`);
    await fetch(`http://127.0.0.1:${port}/`);
  });
  return {
    output: () => output,
    async stop() {
      receiver.kill();
      if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}
