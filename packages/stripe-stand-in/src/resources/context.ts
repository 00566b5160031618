import { randomBytes } from 'node:crypto';
import type { Store } from '../store.ts';

/** What resources work with: one account of the provider. */
export interface Context {
  store: Store;
  account: string;
  /** Epoch seconds. */
  now(): number;
  /** The request that an event comes from; absent for what happens at the provider. */
  request?: { id: string; idempotencyKey: string | null };
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
