import type { DeliveryRules } from '../src/index.ts';

export const secretKey = Buffer.alloc(32, 7);
export const loopback = ['127.0.0.0/8', '::1/128'];

/** The rules in about the same proportions, much faster. */
export const fastRules: Partial<DeliveryRules> = {
  timeoutMs: 400,
  leaseMs: 900,
  pollMs: 20,
  retryFirstMs: 20,
  retryCapMs: 40,
  retryOverloadedMs: 20,
  gateFirstMs: 0,
  responseBodyMs: 100,
};
