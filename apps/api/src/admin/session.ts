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
import { readSettings } from '../settings/settings.ts';

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
