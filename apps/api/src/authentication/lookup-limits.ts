import type { SlotLimits } from '@pv-planning/server-kit';

/**
 * Limits on concurrent lookups of links, and of keys that have not worked within the last hour. A flood of either occupies only one
 * connection, which network addresses use in turn.
 */
export const lookupLimits: SlotLimits = {
  maxRunning: 1,
  maxRunningPerTenant: 1,
  maxWaiting: 500,
  maxWaitingPerTenant: 100,
  maxWaitMs: 5_000,
  retryAfterSeconds: 5,
};
