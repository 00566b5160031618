import type { Operation } from '../contract/contract.ts';

/** Limits how much tenants may store. */
export interface StorageQuota {
  /** Called before a write that can add data. @throws `ApiError` if the tenant has used this share of its storage */
  requireSpace(tenant: string, share: number): void;
  /** Counts a completed write by the size of its body and its response. */
  add(tenant: string, bytes: number): void;
}

export const unlimitedStorage: StorageQuota = { requireSpace() {}, add() {} };

/** Whether an operation is rejected without space: one that can add data, unless its contract exempts it. */
export function needsSpace(operation: Operation): boolean {
  return canGrow(operation) && operation.errors.includes('storage_full');
}

/** Whether an operation can add data. Deleting stays possible without space. */
export function canGrow({ readOnly, method }: Operation): boolean {
  return !readOnly && method !== 'DELETE';
}
