import { access } from 'node:fs/promises';
import {
  createDeliveries,
  createEndpoints,
  type Deliveries,
  type Endpoints,
  notifyDispatchers,
} from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import { type Administration, administration } from '../company/administration.ts';
import { openConfiguredDatabase } from '../process/configured-database.ts';
import { loadSecretKey } from '../process/secret-key.ts';
import { readSettings, type Settings, SettingsError } from '../settings/settings.ts';

/** What a command can use. */
export interface Session {
  administration: Administration;
  endpoints: Endpoints;
  deliveries: Deliveries;
  /** Call after a change that queues deliveries, so that running servers send them. */
  wakeDispatchers(companyId: string): Promise<void>;
}

/**
 * A server creates its data directory. A command that did so would work on an empty database beside the server's.
 *
 * @throws {SettingsError} if the data directory does not exist
 */
async function requireData({ databaseUrl, dataDir }: Settings): Promise<void> {
  if (databaseUrl !== undefined) return;
  await access(dataDir).catch((error: unknown) => {
    const message = `There is no data directory ${dataDir}. Set DATA_DIR to that of the server, or start the server first.`;
    throw new SettingsError(message, { cause: error });
  });
}

/**
 * Opens the database that a server with the same environment uses, which may be running, and closes it after `work`.
 */
export async function inSession(
  environment: NodeJS.ProcessEnv,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  const settings = readSettings(environment);
  await requireData(settings);
  // No log: the operator sees errors as the command's failure.
  const database = await openConfiguredDatabase(settings, pino({ enabled: false }));
  const { kysely } = database;
  try {
    const secretKey = await loadSecretKey(settings, kysely);
    await work({
      administration: administration(kysely),
      endpoints: createEndpoints({ kysely, secretKey, allowTargets: settings.webhookAllowTargets }),
      deliveries: createDeliveries({ kysely }),
      wakeDispatchers: (companyId) => notifyDispatchers(kysely, [companyId]),
    });
  } finally {
    await database.close();
  }
}
