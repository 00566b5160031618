import type { DeliveryRules } from '../../src/index.ts';

/** Short polls and retries; timeouts and leases that no busy machine exceeds. */
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

/** Whether to run at full size what is shortened otherwise: `SOAK=1`. */
export const soak = process.env.SOAK === '1';
