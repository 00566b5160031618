import {
  createDeliveries,
  createEndpoints,
  type Deliveries,
  type Endpoints,
  notifyDispatchers,
} from '@pv-planning/webhook-delivery';
import { pino } from 'pino';
import { openConfiguredDatabase } from '../configured-database.ts';
import { loadSecretKey } from '../secret-key.ts';
import { readSettings } from '../settings.ts';
import { type Administration, administration } from './administration.ts';

/** What a command works with. */
export interface Session {
  administration: Administration;
  endpoints: Endpoints;
  deliveries: Deliveries;
  /** Call after what gives servers that run something to send. */
  wakeDispatchers(companyId: string): Promise<void>;
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
  // Logs nothing: what goes wrong reaches the operator as the command's failure.
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
