import {
  createDeliveries,
  createEndpoints,
  type Deliveries,
  type Endpoints,
} from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import { loadSecretKey } from '../secret-key.ts';
import { openConfiguredDatabase } from '../service.ts';
import { readSettings } from '../settings.ts';
import { type Administration, administration } from './administration.ts';

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
  // Logs nothing: what goes wrong reaches the operator as the command's failure.
  const database = await openConfiguredDatabase(settings, pino({ enabled: false }));
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
