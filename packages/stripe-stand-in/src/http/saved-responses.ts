import { createHash } from 'node:crypto';
import { ProviderError } from '../provider/provider-error.ts';
import type { Context } from '../resources/context.ts';
import type { SavedResponse } from '../store.ts';

/** The provider forgets keys after a day. */
const lifetimeSeconds = 24 * 60 * 60;

export function fingerprintOf(path: string, given: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([path, given]))
    .digest('hex');
}

/** Returns the response to an earlier request with this key. Other parameters are refused. */
export function findResponse(context: Context, key: string, fingerprint: string): SavedResponse | undefined {
  const saved = context.store.get(context.account, 'saved_response', key);
  if (!saved || saved.created <= context.now() - lifetimeSeconds) return undefined;
  if (saved.fingerprint === fingerprint) return saved;
  throw new ProviderError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

export function saveResponse(
  { store, account, now }: Context,
  key: string,
  fingerprint: string,
  { status, body }: Pick<SavedResponse, 'status' | 'body'>,
): void {
  store.put(account, 'saved_response', { id: key, fingerprint, status, body, created: now() });
}
