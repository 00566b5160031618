import { setTimeout as delay, setImmediate as nextTick } from 'node:timers/promises';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Logger } from 'pino';

/** The channel of `NOTIFY`. The payload lists company ids; an empty payload means: poll all companies. */
export const channel = 'webhook_delivery';

/** PostgreSQL accepts less than 8,000 bytes. */
const payloadLimit = 7_000;

/** Minimum interval between notifications: a single wake-up is sent immediately; many wake-ups are batched. */
const intervalMs = 2;

/**
 * Notifies dispatchers in other processes that companies have due deliveries. Without a notification, the dispatchers find the
 * deliveries in their next poll. Call it outside of transactions: PostgreSQL serializes commits that notify.
 */
export async function notifyDispatchers(
  database: QueryExecutorProvider,
  companyIds: Iterable<string>,
): Promise<void> {
  const text = [...companyIds].join();
  await sql`select pg_notify(${channel}, ${text.length > payloadLimit ? '' : text})`.execute(database);
}

export interface DispatcherNotifier {
  /** Call after a commit that recorded events, with their company. Returns immediately. */
  wake(companyId: string): void;
  /** Sends pending notifications. */
  stop(): Promise<void>;
}

/** Creates a notifier for processes that record events without a dispatcher. Batches wake-ups. */
export function createDispatcherNotifier({
  kysely,
  logger,
}: {
  kysely: QueryExecutorProvider;
  logger: Logger;
}): DispatcherNotifier {
  const companies = new Set<string>();
  let sending: Promise<void> | undefined;
  let nextMs = 0;

  async function send(): Promise<void> {
    // Wake-ups within one event-loop tick are batched.
    const waitMs = nextMs - performance.now();
    await (waitMs > 0 ? delay(waitMs) : nextTick());
    nextMs = performance.now() + intervalMs;
    const ids = [...companies];
    companies.clear();
    await notifyDispatchers(kysely, ids).catch((error: unknown) => {
      logger.debug({ err: error }, 'failed to notify dispatchers, which will find the events by polling');
    });
    sending = companies.size > 0 ? send() : undefined;
  }

  return {
    wake(companyId) {
      companies.add(companyId);
      sending ??= send();
    },
    async stop() {
      while (sending) await sending;
    },
  };
}
