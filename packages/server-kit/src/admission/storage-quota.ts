import type { Operation } from '../contract/contract.ts';

/** Limits how much tenants may store. */
export interface StorageQuota {
  /** Called before a write that can add data. @throws `ApiError` if the tenant has used this share of its storage */
  requireSpace(tenant: string, share: number): void;
  /** Counts a completed write by the size of its body and its response. */
  add(tenant: string, bytes: number): void;
}

export const unlimitedStorage: StorageQuota = { requireSpace() {}, add() {} };

/** Whether an operation is rejected when storage is used up: it can add data and its contract does not exempt it. */
export function needsSpace(operation: Operation): boolean {
  return canGrow(operation) && operation.errors.includes('storage_full');
}

/** Whether an operation can add data. Deletions remain possible when storage is used up. */
export function canGrow({ readOnly, method }: Operation): boolean {
  return !readOnly && method !== 'DELETE';
}
