import type { Resource } from '../support/resource.ts';

/** The events that customers raise by their links. */
const raising = { raisesEvents: true } as const;

const resources: Resource[] = [
  { path: '/pages/v1/offers' },
  { path: '/pages/v1/offers/{token}/accept', ...raising, events: 2 },
  { path: '/pages/v1/offers/{token}/decline', ...raising },
  { path: '/pages/v1/offers/{token}/withdrawal', ...raising },
  { path: '/pages/v1/companies' },
  {
    path: '/pages/v1/companies/{handle}/booking-types/{slug}/bookings',
    ...raising,
    consistentValues: { startsAt: '2026-03-30T09:30:00+02:00', plannerId: null },
  },
  {
    path: '/pages/v1/companies/{handle}/requests',
    consistentValues: { contact: { lastName: 'Schneider' }, appointment: null },
  },
  { path: '/pages/v1/confirmations', ...raising },
  { path: '/pages/v1/bookings' },
  {
    path: '/pages/v1/bookings/{token}/reschedule',
    ...raising,
    consistentValues: { startsAt: '2026-04-13T10:00:00+02:00' },
  },
  { path: '/pages/v1/bookings/{token}/cancel', ...raising },
  { path: '/pages/v1/bookings/{token}/withdrawal', ...raising },
];

export default resources;
