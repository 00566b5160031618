import type { DeliveryRules } from '../../src/index.ts';

/** The rules in about the same proportions, much faster. */
export const fastRules: Partial<DeliveryRules> = {
  timeoutMs: 1_000,
  leaseMs: 2_500,
  pollMs: 20,
  retryFirstMs: 20,
  retryCapMs: 40,
  retryOverloadedMs: 20,
  gateFirstMs: 0,
  responseBodyMs: 100,
};

/** Whether to run at full size what is shortened otherwise: `SOAK=1`. */
export const soak = process.env.SOAK === '1';
