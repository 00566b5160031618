import type { Database, PoolLimits } from '@pv-planning/database';
import {
  createDispatcher,
  createDispatcherNotifier,
  dispatcherConnections,
  listenForWakeUps,
} from '@pv-planning/webhook-delivery';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Settings } from '../settings/settings.ts';

/** How recorded events come to be sent. */
export interface Delivery {
  start(): void;
  /** Call after a commit that left events to be sent, with their company. */
  wake(companyId: string): void;
  /** Ends what is being sent; the rest waits in the database. May be called again, for what was said meanwhile. */
  stop(): Promise<void>;
}

interface DeliveryParts {
  database: Database;
  secretKey: Uint8Array;
  settings: Settings;
  /** Takes the dispatcher's metrics. */
  registry: Registry;
  logger: Logger;
}

const dispatcherLimits: PoolLimits = {
  poolSize: dispatcherConnections,
  timeouts: { statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 30_000 },
};

/** By this process, for all who say that there is something to send. On connections of its own, so that requests wait for none of it. */
export function deliverHere({ database, secretKey, settings, registry, logger }: DeliveryParts): Delivery {
  const { kysely, close } = database.separate(dispatcherLimits);
  const { webhookAllowTargets: allowTargets } = settings;
  const dispatcher = createDispatcher({ kysely, secretKey, allowTargets, registry, logger });
  let listener: ReturnType<typeof listenForWakeUps> | undefined;
  return {
    start() {
      dispatcher.start();
      // A pooler passes on no notification; the dispatcher's own look each second remains.
      if (!settings.preparedStatements) return;
      listener = listenForWakeUps({ connection: database.connection, wake: dispatcher.wake, logger });
    },
    wake: dispatcher.wake,
    async stop() {
      await listener?.stop();
      await dispatcher.stop();
      await close();
    },
  };
}

/** By other processes. */
export function deliverElsewhere({ database, logger }: Pick<DeliveryParts, 'database' | 'logger'>): Delivery {
  const { wake, stop } = createDispatcherNotifier({ kysely: database.kysely, logger });
  return { start() {}, wake, stop };
}
