/**
 * SQL value: the time until which the endpoint is paused after a failure. Null if the database's clock was set back since the endpoint
 * was served: a pause begins after that time and would last longer than intended. The tolerance of a second is for concurrent claims:
 * a later claim can be visible to an earlier one.
 */
export const gateUntil = (endpoint: string): string =>
  `(case when ${endpoint}.served_at < now() + interval '1 second' then ${endpoint}.gate_until end)`;

/** SQL condition: the endpoint is active, but paused after a failure. */
export const isBackingOff = (endpoint: string): string =>
  `${endpoint}.state = 'active' and coalesce(${gateUntil(endpoint)} > now(), false)`;
