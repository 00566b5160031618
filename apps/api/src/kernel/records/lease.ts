import { randomUUID } from 'node:crypto';

/** The columns of a row on which a process works outside transactions. */
export interface Lease {
  /** Fences the records made under the lease. */
  leaseToken: string | null;
  leasedBy: number | null;
  leasedAt: string | null;
  leaseUntil: string | null;
}

/** A lease that a process takes now. */
export const leaseOf = (leasedBy: number, now: string, leaseMs: number): Lease => ({
  leaseToken: randomUUID(),
  leasedBy,
  leasedAt: now,
  leaseUntil: new Date(Date.parse(now) + leaseMs).toISOString(),
});

export const noLease: Lease = { leaseToken: null, leasedBy: null, leasedAt: null, leaseUntil: null };
