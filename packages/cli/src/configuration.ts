import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, createClient } from '@pv-planning/client';
import { UsageError } from './failure.ts';

/** What the commands keep on this machine. */
interface Configuration {
  url?: string;
  key?: string;
  /** Signs the events that `listen` and `trigger` forward. */
  secret?: string;
}

const { APPDATA, XDG_CONFIG_HOME } = process.env;

export const configurationFile = join(
  (process.platform === 'win32' && APPDATA) || XDG_CONFIG_HOME || join(homedir(), '.config'),
  'pv-planning',
  'config.json',
);

function readConfiguration(): Configuration {
  try {
    return JSON.parse(readFileSync(configurationFile, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(`${configurationFile} cannot be read. Delete it and run "pv-planning login".`);
  }
}

/** Replaces the file, which only its user can read. */
export function keep(changes: Configuration): void {
  mkdirSync(dirname(configurationFile), { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ ...readConfiguration(), ...changes }, null, 2);
  const next = `${configurationFile}.${process.pid}`;
  writeFileSync(next, `${text}\n`, { mode: 0o600 });
  renameSync(next, configurationFile);
}

/** The address of the service; environment variables win over the file. */
export function serviceUrl(given?: string): string {
  const url = given ?? process.env.PV_PLANNING_URL ?? readConfiguration().url;
  if (url) return url;
  throw new UsageError(
    'No address of the service. Add --url https://… to "pv-planning login", or set PV_PLANNING_URL.',
  );
}

function apiKey(): string {
  const key = process.env.PV_PLANNING_KEY ?? readConfiguration().key;
  if (key) return key;
  throw new UsageError('No API key. Run "pv-planning login", or set PV_PLANNING_KEY.');
}

/** A client with few retries, because somebody waits. */
export function connect(account: { url?: string; key?: string } = {}): Client {
  const { url: baseUrl = serviceUrl(), key = apiKey() } = account;
  try {
    new URL(baseUrl);
    return createClient({
      baseUrl,
      apiKey: key,
      maxRetries: 1,
      timeoutMs: 30_000,
      userAgent: 'pv-planning-cli',
    });
  } catch (error) {
    if (error instanceof TypeError)
      throw new UsageError(`The address ${baseUrl} is wrong: ${error.message}.`);
    throw error;
  }
}

/** The signing secret of this machine, the same each time, so that a receiver can keep it. */
export function signingSecret(given?: string): string {
  const kept = given ?? readConfiguration().secret;
  if (kept) return kept;
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  keep({ secret });
  return secret;
}
