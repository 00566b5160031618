import type { SlotLimits } from './tenant-slots.ts';

/** Concurrent handlers. While other tenants are active, one tenant gets at most a quarter of the slots. */
export function handlerLimits(maxConcurrentRequests: number): SlotLimits {
  return {
    maxRunning: maxConcurrentRequests,
    maxRunningPerTenant: Math.ceil(maxConcurrentRequests * 0.75),
    maxRunningPerTenantWhenContended: Math.ceil(maxConcurrentRequests * 0.25),
    maxWaiting: 500,
    maxWaitingPerTenant: 100,
    maxWaitMs: 5_000,
    retryAfterSeconds: 5,
  };
}

/** Requests of an operation with `oneAtATime`. The slot is acquired before the body is read, so waiting requests take no memory. */
export function oneAtATimeLimits(maxConcurrentRequests: number): SlotLimits {
  return {
    maxRunning: Math.ceil(maxConcurrentRequests / 2),
    maxRunningPerTenant: 1,
    maxWaiting: 100,
    maxWaitingPerTenant: 10,
    retryAfterSeconds: 10,
  };
}
