import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Database, openDatabase } from '@pv-planning/database';
import { createDispatcher } from '@pv-planning/webhook-delivery';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { databaseBackend } from './backend.ts';
import { httpApp } from './http-app.ts';
import { forgetExpiredKeys } from './idempotency-records.ts';
import { every } from './periodically.ts';
import { reasonOf } from './reason.ts';
import { loadSecretKey } from './secret-key.ts';
import { type Settings, SettingsError } from './settings.ts';

export interface Service {
  /** Where it listens, for example `http://127.0.0.1:3000`. */
  url: string;
  database: Database;
  /** Compiles what the first request of each kind would otherwise wait for, while requests are served. */
  warmUp(): Promise<void>;
  /** Finishes what runs: open requests, deliveries under way. Then disconnects. */
  close(): Promise<void>;
}

const cleanUpEveryMs = 3_600_000;

/**
 * The database that the settings name: a server, or the embedded one in the data directory.
 *
 * @throws {SettingsError} when the server of `DATABASE_URL` cannot be used
 */
export async function openConfiguredDatabase(settings: Settings, logger: Logger): Promise<Database> {
  const { databaseUrl, dataDir, preparedStatements } = settings;
  try {
    return await openDatabase({
      ...(databaseUrl === undefined ? { dataDir } : { url: databaseUrl }),
      preparedStatements,
      onConnectionLost: (error) => logger.warn({ err: error }, 'database connection lost'),
    });
  } catch (error) {
    if (databaseUrl === undefined) throw error;
    throw new SettingsError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

async function listen(server: Server, { host, port }: Settings): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new SettingsError(`Port ${port} of ${host} is in use. Set PORT to a free one.`);
  }
  const { port: actual } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** How long open requests may take to end once the service stops. */
const drainMs = 15_000;

/** Stops accepting and lets open requests end; connections kept alive are closed as they fall idle. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const limit = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}

/** Starts everything that `npm start` runs: database, API, dispatcher of webhooks. */
export async function startService(settings: Settings, logger: Logger): Promise<Service> {
  const secretKey = await loadSecretKey(settings);
  const database = await openConfiguredDatabase(settings, logger);
  const dispatcher = createDispatcher({
    kysely: database.kysely,
    secretKey,
    allowTargets: settings.webhookAllowTargets,
    logger,
  });
  const backend = databaseBackend(database, dispatcher.wake);
  const ready = async () => (await sql`select 1`.execute(database.kysely)).rows.length === 1;
  const { app, warmUp: compile } = httpApp({ settings, backend, logger, ready });
  const server = createServer(app);
  try {
    const url = await listen(server, settings);
    dispatcher.start();
    let warm = Promise.resolve();
    const stopCleaning = every(cleanUpEveryMs, () => forgetExpiredKeys(database.kysely), logger);
    return {
      url,
      database,
      warmUp() {
        warm = compile();
        return warm;
      },
      async close() {
        await drain(server);
        await Promise.all([warm, stopCleaning()]);
        await dispatcher.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
