import type { Guard } from '../guard.ts';

export const bookingGuards: readonly Guard[] = [
  {
    name: 'those who could take an appointment are locked while it is decided',
    file: 'apps/api/src/bookings/placement/lock-members.ts',
    find: '.forNoKeyUpdate()',
    replace: '',
    tests: ['bookings/races'],
  },
];
