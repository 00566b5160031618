import type { Caller, IdempotencyRecords, StoredResponse, Transactions } from '../../src/index.ts';

/** Stores idempotency keys in memory, and nothing else. The context of a handler is its caller. */
export function memoryTransactions<Who extends Caller>(): Transactions<Who, Who> {
  const keys = new Map<
    string,
    { fingerprint: string; lease: string | undefined; response?: StoredResponse }
  >();
  return {
    read: (caller, work) => work(caller),
    async isKeyInUse(caller, key) {
      const known = keys.get(`${caller.tenant} ${caller.owner} ${key}`);
      return known?.response === undefined && known?.lease !== undefined;
    },
    async write(caller, work) {
      const held = new Set<string>();
      const nameOf = (key: string) => `${caller.tenant} ${caller.owner} ${key}`;
      const records: IdempotencyRecords = {
        async reserve({ key, fingerprint }, lease) {
          const known = keys.get(nameOf(key));
          if (known?.response)
            return { state: 'done', fingerprint: known.fingerprint, response: known.response };
          const isMine =
            known?.fingerprint === fingerprint && (known.lease === undefined || known.lease === lease);
          if (known && !(lease && isMine)) return { state: 'running', fingerprint: known.fingerprint };
          keys.set(nameOf(key), { fingerprint, lease: lease });
          if (!lease) held.add(nameOf(key));
          return { state: 'new' };
        },
        async renew({ key }, lease) {
          return keys.get(nameOf(key))?.lease === lease;
        },
        async release(key, lease, keep) {
          const known = keys.get(nameOf(key));
          if (known?.lease !== lease) return;
          if (keep) known.lease = undefined;
          else keys.delete(nameOf(key));
        },
        async store(key, response) {
          const known = keys.get(nameOf(key));
          if (known) known.response = response;
        },
      };
      try {
        return await work(caller, records);
      } catch (error) {
        for (const name of held) keys.delete(name);
        throw error;
      }
    },
  };
}
