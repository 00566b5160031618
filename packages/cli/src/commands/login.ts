import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { isApiError } from '@pv-planning/client';
import { configurationFile, connect, keep, serviceUrl } from '../configuration.ts';
import { UsageError } from '../failure.ts';
import { tell } from '../output.ts';

/** Reads the key from the terminal without showing it, or from what is piped in. */
async function readKey(): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).trim();
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silent, terminal: true });
  stderr.write('API key (from the planner, not shown here): ');
  try {
    return (await reader.question('')).trim();
  } finally {
    reader.close();
    stderr.write('\n');
  }
}

/** Keeps the address and the key if the service knows the key. */
export async function login(options: { url?: string; json: boolean }): Promise<void> {
  const url = serviceUrl(options.url);
  const key = await readKey();
  if (!key) throw new UsageError('No API key was given.');
  const company = await connect({ url, key })
    .getCompany()
    .catch((error: unknown) => {
      // A key without the right to read the company is a key, too.
      if (isApiError(error, 'getCompany') && error.error === 'insufficient_scope') return undefined;
      throw error;
    });
  keep({ url, key });
  const name = company?.name ?? 'your company';
  tell(
    `Logged in to ${name} at ${url}. The key is in ${configurationFile}.`,
    { url, company: name },
    options.json,
  );
}
