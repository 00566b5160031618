import { Readable } from 'node:stream';
import type { TestDatabase } from '@pv-planning/database/testing';
import { expect } from 'vitest';
import { runCommandLine } from '../../src/programs/admin/command-line.ts';

/** URL of the endpoints in these tests. Nothing is sent to it. */
export const receiver = 'http://127.0.0.1:49152/webhooks';

/** An id that no endpoint or delivery has. */
export const unknownId = '0198f2a4-0000-7c3b-9a50-000000000000';

/** The operators' command line on a database. */
export function commandLineOn(database: Pick<TestDatabase, 'url'>) {
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8',
  };

  /** Runs a command, with `changes` to its environment. Returns its output and exit code. */
  async function admin(
    args: readonly string[],
    changes: NodeJS.ProcessEnv = {},
    standardInput: string | Readable = '',
  ) {
    const [stdout, stderr]: [string[], string[]] = [[], []];
    const exitCode = await runCommandLine({
      args,
      environment: { ...environment, ...changes },
      print: (text) => stdout.push(text),
      printError: (text) => stderr.push(text),
      standardInput:
        typeof standardInput === 'string' ? Readable.from([Buffer.from(standardInput)]) : standardInput,
    });
    return { exitCode, stdout: stdout.join(''), stderr: stderr.join('') };
  }

  /** Returns the output of a command that must succeed. */
  async function text(...args: string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await admin(args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout;
  }

  /** Returns the JSON output of a command that must succeed. */
  const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));

  /** Creates a company. Returns its id. */
  const newCompany = async (): Promise<string> =>
    (await json('company', 'create', '--name', 'Sonnendach Musterstadt GmbH')).id;

  return { admin, text, json, newCompany };
}
