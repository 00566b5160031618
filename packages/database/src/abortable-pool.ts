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
      return {
        query: (async (text: string, parameters: readonly unknown[]) => {
          // Ends a transaction, so that the connection can be used again.
          if (text === 'rollback') return client.query(text, parameters);
          signal.throwIfAborted();
          return cancellable(client, () => client.query(text, parameters), { signal, cancel });
        }) as PostgresPoolClient['query'],
        release: (discard) => client.release(discard),
      };
    },
  };
}

/** Waits for a connection. A connection that comes after the abortion goes back to the pool. */
async function connected(pool: PostgresPool, signal: AbortSignal): Promise<PostgresPoolClient> {
  const connecting = pool.connect();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    connecting.then((client) => client.release()).catch(() => {});
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([connecting, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
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
