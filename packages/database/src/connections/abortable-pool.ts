import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** Cancels the running statement of a connection, unless `isOver` returns true by then. */
export type Cancel = (client: PostgresPoolClient, isOver: () => boolean) => Promise<void>;

/**
 * Limits a pool to the lifetime of a signal: on abort, waits for connections are abandoned and running statements are
 * cancelled.
 */
export function abortablePool(pool: PostgresPool, signal: AbortSignal, cancel: Cancel): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      signal.throwIfAborted();
      const client = await connected(pool, signal);
      // `pg` replaces `release` at the next checkout of the connection; calling the new one late would end that checkout.
      const release = client.release.bind(client);
      return {
        query: (async (text: string, parameters: readonly unknown[]) => {
          // Ends the transaction, so that the connection can be reused.
          if (text === 'rollback') return client.query(text, parameters);
          signal.throwIfAborted();
          return cancellable(client, () => client.query(text, parameters), { signal, cancel });
        }) as PostgresPoolClient['query'],
        release,
      };
    },
  };
}

/** Waits for a connection. A connection that arrives after the abort is returned to the pool. */
function connected(pool: PostgresPool, signal: AbortSignal): Promise<PostgresPoolClient> {
  const { promise, resolve, reject } = Promise.withResolvers<PostgresPoolClient>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  pool
    .connect()
    .then((client) => (signal.aborted ? client.release() : resolve(client)))
    .catch(reject)
    .finally(() => signal.removeEventListener('abort', giveUp));
  return promise;
}

/**
 * Runs a statement. Settles only after the cancellation has finished, because a late one could hit the connection's next
 * statement.
 */
async function cancellable<T>(
  client: PostgresPoolClient,
  run: () => Promise<T>,
  { signal, cancel }: { signal: AbortSignal; cancel: Cancel },
): Promise<T> {
  let isOver = false;
  let cancelling: Promise<void> | undefined;
  const abort = () => {
    // If the cancellation fails, the statement runs to completion.
    cancelling = cancel(client, () => isOver).catch(() => {});
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await run();
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    isOver = true;
    signal.removeEventListener('abort', abort);
    await cancelling;
  }
}
