import type { Database, PoolLimits, ProcessSession } from '@pv-planning/database';
import {
  createDispatcher,
  createDispatcherNotifier,
  createOutbox,
  dispatcherConnections,
  type OnNotice,
  type Outbox,
} from '@pv-planning/webhook-delivery';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { SecretKeys } from '../../kernel/secrets/secret-keys.ts';
import type { Settings } from '../../kernel/settings/settings.ts';

/** Delivers recorded events, in this process or in another one. */
export interface Delivery {
  start(): void;
  /** Records the events of one transaction of this company. */
  outbox(companyId: string): Outbox;
  /** Finishes the deliveries in flight; the rest stays queued in the database. Changes may still be committed. */
  drain(): Promise<void>;
  /** Drains and disconnects. Call it after the last commit. */
  stop(): Promise<void>;
}

interface DeliveryParts {
  database: Database;
  session: ProcessSession;
  secretKeys: SecretKeys;
  settings: Settings;
  /** Notifies people about an endpoint that fails or was disabled. */
  onNotice: OnNotice;
  /** Receives the dispatcher's metrics. */
  registry: Registry;
  logger: Logger;
}

const dispatcherLimits: PoolLimits = {
  poolSize: dispatcherConnections,
  indexesOnly: true,
  timeouts: { statementMs: 60_000, lockMs: 10_000, idleInTransactionMs: 30_000 },
};

/** Runs the dispatcher in this process with its own connections, so that requests never wait for it. */
export function deliverHere({
  database,
  session,
  secretKeys,
  settings,
  onNotice,
  registry,
  logger,
}: DeliveryParts): Delivery {
  const connections = database.separate(dispatcherLimits);
  const { webhookAllowTargets: allowTargets, webhookMaxPauseSeconds } = settings;
  const dispatcher = createDispatcher({
    connections,
    session,
    ...secretKeys,
    allowTargets,
    rules: { gateCapMs: 1_000 * webhookMaxPauseSeconds },
    onNotice,
    registry,
    logger,
  });
  return {
    start: dispatcher.start,
    outbox: dispatcher.outbox,
    drain: dispatcher.drain,
    async stop() {
      await dispatcher.stop();
      await connections.close();
    },
  };
}

/** Notifies the dispatchers of other processes. */
export function deliverElsewhere({ database, logger }: Pick<DeliveryParts, 'database' | 'logger'>): Delivery {
  const { wake, stop } = createDispatcherNotifier({ kysely: database.kysely, logger });
  return { start() {}, outbox: (companyId) => createOutbox({ companyId, wake }), async drain() {}, stop };
}
