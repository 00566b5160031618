import type { Concurrency } from '../contract/contract.ts';
import type { SlotLimits } from './tenant-slots.ts';

const mebibyte = 1024 * 1024;

/** Unread responses of one tenant: of all its requests without a group, and of those of each group. */
const maxUnreadBytesPerTenant = 32 * mebibyte;

/**
 * Concurrent requests from the parsing of their bodies to the sending of their responses. While other tenants are active, one tenant
 * gets at most a quarter of the slots. Requests of groups, which can take long, leave half of the slots to all others.
 */
export function handlerLimits(maxConcurrentRequests: number): SlotLimits {
  return {
    maxRunning: maxConcurrentRequests,
    maxRunningPerTenant: Math.ceil(maxConcurrentRequests * 0.75),
    maxRunningPerTenantWhenContended: Math.ceil(maxConcurrentRequests * 0.25),
    maxRunningOfGroups: Math.ceil(maxConcurrentRequests * 0.5),
    maxUnreadBytes: 128 * mebibyte,
    maxUnreadBytesPerTenant,
    maxWaiting: 500,
    maxWaitingPerTenant: 100,
    maxWaitMs: 5_000,
    retryAfterSeconds: 5,
  };
}

/** The anonymous requests of a tenant, whether other tenants are active or not. */
export function anonymousLimit(maxConcurrentRequests: number): number {
  return Math.ceil(maxConcurrentRequests * 0.25);
}

/**
 * Large bodies, from their first byte until their request gets a slot, since clients may send them slowly and a compressed one is much
 * larger in memory than on the network. Each tenant is limited by itself, so that slow clients of one do not stop others.
 */
export const largeBodyLimits: SlotLimits = {
  maxRunning: Number.POSITIVE_INFINITY,
  maxRunningPerTenant: 32,
  maxWaiting: 500,
  maxWaitingPerTenant: 100,
  maxWaitMs: 5_000,
  retryAfterSeconds: 5,
};

/**
 * The requests of a group of operations. The slot is acquired before the body is read, so waiting requests take no memory and no
 * connection. As such requests can take long, a group gets at most a quarter of the slots of handlers.
 */
export function groupLimits(
  { perTenant, maxWaitSeconds }: Concurrency,
  maxConcurrentRequests: number,
): SlotLimits {
  return {
    maxRunning: Math.ceil(maxConcurrentRequests * 0.25),
    maxRunningPerTenant: perTenant,
    maxRunningPerTenantWhenContended: Math.ceil(perTenant / 2),
    maxUnreadBytes: 64 * mebibyte,
    maxUnreadBytesPerTenant,
    maxWaiting: 100,
    maxWaitingPerTenant: 10,
    maxWaitMs: maxWaitSeconds * 1000,
    retryAfterSeconds: 10,
  };
}
