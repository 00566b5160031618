import type { Customer } from '@pv-planning/contract';
import { createClient } from '../src/index.ts';
import { type ScriptedServer, type Step, startServer } from './scripted-server.ts';

export const maria = { id: '1001', firstName: 'Maria', lastName: 'Schneider' } as Customer;

/** A client of a server with the given steps. */
export async function clientOf(...steps: [Step, ...Step[]]) {
  const server: ScriptedServer = await startServer(...steps);
  const client = createClient({ baseUrl: server.baseUrl, apiKey: 'pvp_live_test' });
  return { client, ...server };
}

/** The reason with which the promise rejects. */
export async function thrownBy(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (thrown: unknown) => thrown,
  );
}
