import { createTestDatabase } from '@pv-planning/database/testing';
import { afterAll, expect } from 'vitest';
import { runCommandLine } from '../../src/admin/command-line.ts';

/** Where the endpoints of these tests are; nothing is sent there. */
export const receiver = 'http://127.0.0.1:49152/webhooks';

/** An id that no endpoint and no delivery has. */
export const nobody = '0198f2a4-0000-7c3b-9a50-000000000000';

/** The operators' command line on a database of its own, shared by the tests of a file and closed after them. */
export async function openCommandLine() {
  const database = await createTestDatabase();
  afterAll(database.close);
  const environment = {
    DATABASE_URL: database.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8',
  };

  /** What a command printed and ended with; its environment may differ. */
  async function admin(args: readonly string[], changes: NodeJS.ProcessEnv = {}) {
    const [stdout, stderr]: [string[], string[]] = [[], []];
    const exitCode = await runCommandLine({
      args,
      environment: { ...environment, ...changes },
      print: (text) => stdout.push(text),
      printError: (text) => stderr.push(text),
    });
    return { exitCode, stdout: stdout.join(''), stderr: stderr.join('') };
  }

  /** The text of a command that is done. */
  async function text(...args: string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await admin(args);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return stdout;
  }

  /** The JSON value of a command that is done. */
  const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));

  /** Makes a company; returns its id. */
  const newCompany = async (): Promise<string> =>
    (await json('company', 'create', '--name', 'Sonnendach Musterstadt GmbH')).id;

  return { database, admin, text, json, newCompany };
}
