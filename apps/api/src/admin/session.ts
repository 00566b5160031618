import type { Database } from '@pv-planning/database';
import {
  createDeliveries,
  createEndpoints,
  type Deliveries,
  type Endpoints,
} from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import { loadSecretKey } from '../secret-key.ts';
import { openConfiguredDatabase } from '../service.ts';
import { readSettings, type Settings, SettingsError } from '../settings.ts';
import { type Administration, administration } from './administration.ts';
import { reasonOf } from './reason.ts';

/** What a command works with. */
export interface Session {
  administration: Administration;
  endpoints: Endpoints;
  deliveries: Deliveries;
}

/**
 * Opens the database that a server with the same environment uses, also while that server runs, and leaves it
 * when `work` is done.
 */
export async function inSession(
  environment: NodeJS.ProcessEnv,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const settings = readSettings(environment);
  const secretKey = await loadSecretKey(settings);
  const database = await openDatabase(settings);
  const { kysely } = database;
  try {
    await work({
      administration: administration(kysely),
      endpoints: createEndpoints({ kysely, secretKey, allowTargets: settings.webhookAllowTargets }),
      deliveries: createDeliveries({ kysely }),
    });
  } finally {
    await database.close();
  }
}

/** Logs nothing: what goes wrong reaches the operator as the command's failure. */
async function openDatabase(settings: Settings): Promise<Database> {
  try {
    return await openConfiguredDatabase(settings, pino({ enabled: false }));
  } catch (error) {
    if (settings.databaseUrl === undefined) throw error;
    throw new SettingsError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}
