import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Postgres } from '../process/postgres.ts';
import { serviceEnvironment } from '../process/server.ts';

const run = promisify(execFile);
const adminMain = fileURLToPath(new URL('../../../api/src/programs/admin/main.ts', import.meta.url));

/** A company and one of its API keys. */
export interface Company {
  companyId: string;
  apiKey: string;
  headers: { authorization: string };
}

/** Runs the command line of the service. @returns what it prints */
export async function administer<T>(
  postgres: Postgres,
  parameters: readonly string[],
  { input = {}, env = {} }: { input?: object; env?: Record<string, string> } = {},
): Promise<T> {
  const command = run(process.execPath, ['--conditions=pv-source', adminMain, ...parameters, '--json'], {
    env: { ...process.env, ...serviceEnvironment(postgres), ...env },
  });
  command.child.stdin?.end(JSON.stringify(input));
  return JSON.parse((await command).stdout);
}

export async function createKey(postgres: Postgres, companyId: string): Promise<string> {
  const parameters = ['key', 'create', '--company', companyId, '--name', 'bench', '--scopes', '*'];
  const { key } = await administer<{ key: string }>(postgres, parameters);
  return key;
}

/** Creates a company. */
export async function createCompany(postgres: Postgres): Promise<Company> {
  const parameters = ['company', 'create', '--name', 'Sonnendach Musterstadt GmbH'];
  const { id: companyId } = await administer<{ id: string }>(postgres, parameters);
  const apiKey = await createKey(postgres, companyId);
  return { companyId, apiKey, headers: { authorization: `Bearer ${apiKey}` } };
}

/** Adds an endpoint to a company, so that deliveries are recorded. They are never sent. */
export async function addPausedEndpoint(postgres: Postgres, { companyId }: Company): Promise<void> {
  const webhook = (command: string, ...parameters: string[]) =>
    administer<{ id: string }>(postgres, ['webhook', command, '--company', companyId, ...parameters]);
  const { id } = await webhook('create', '--url', 'https://receiver.example/hooks', '--events', '*');
  await webhook('pause', id);
}
