import type { Resource } from '../support/resource.ts';

/** Upserts of many records. They raise an event for each record of the example that changes. */
export default [
  { path: '/v1/customers/upsert', raisesEvents: true, events: 2 },
  { path: '/v1/projects/upsert', raisesEvents: true },
  { path: '/v1/services/upsert' },
  { path: '/v1/manufacturers/upsert' },
] satisfies Resource[];
