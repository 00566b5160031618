import type { DeliveryRules } from '../../src/index.ts';

/** Short polls and retries; timeouts and leases that suffice on a busy machine. */
export const fastRules = {
  timeoutMs: 60_000,
  dnsTimeoutMs: 30_000,
  leaseMs: 150_000,
  staleConnectionMs: 60_000,
  pollMs: 20,
  retryFirstMs: 20,
  retryCapMs: 40,
  retryOverloadedMs: 20,
  gateFirstMs: 0,
  responseBodyMs: 10_000,
} satisfies Partial<DeliveryRules>;

/** Whether to run long tests at full size (`SOAK=1`). */
export const soak = process.env.SOAK === '1';
