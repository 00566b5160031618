import type { Resource } from '../support/resource.ts';

/** The events that customers raise by their links. */
const raising = { raisesEvents: true } as const;

const resources: Resource[] = [
  { path: '/pages/v1/offers' },
  { path: '/pages/v1/offers/{token}/accept', ...raising, events: 2 },
  { path: '/pages/v1/offers/{token}/decline', ...raising },
  { path: '/pages/v1/offers/{token}/withdrawal', ...raising },
  { path: '/pages/v1/companies' },
];

export default resources;
