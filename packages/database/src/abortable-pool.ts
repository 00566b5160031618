import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** Cancels the running statement of a connection, unless `isOver` by the time that it can be cancelled. */
export type Cancel = (client: PostgresPoolClient, isOver: () => boolean) => Promise<void>;

/** Limits a pool to the time until a signal is aborted: waits for connections are given up, running statements are cancelled. */
export function abortablePool(pool: PostgresPool, signal: AbortSignal, cancel: Cancel): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      signal.throwIfAborted();
      const client = await connected(pool, signal);
      // `pg` replaces the method at the next checkout of the connection: a late call of it would end that one.
      const release = client.release.bind(client);
      return {
        query: (async (text: string, parameters: readonly unknown[]) => {
          // Ends a transaction, so that the connection can be used again.
          if (text === 'rollback') return client.query(text, parameters);
          signal.throwIfAborted();
          return cancellable(client, () => client.query(text, parameters), { signal, cancel });
        }) as PostgresPoolClient['query'],
        release,
      };
    },
  };
}

/** Waits for a connection. A connection that comes after the abortion goes back to the pool. */
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

/** Runs a statement. Settles only after its cancellation is over, which could otherwise hit the next statement of the connection. */
async function cancellable<T>(
  client: PostgresPoolClient,
  run: () => Promise<T>,
  { signal, cancel }: { signal: AbortSignal; cancel: Cancel },
): Promise<T> {
  let isOver = false;
  let cancelling: Promise<void> | undefined;
  const abort = () => {
    // A statement that cannot be cancelled runs to its end.
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
