import type { Guard } from '../guard.ts';

const pages = 'apps/api/src/booking-pages';

export const bookingPageGuards: readonly Guard[] = [
  {
    name: 'a company is found by its whole public name',
    file: 'apps/api/src/authentication/page-authentication.ts',
    find: ' || !(await isCompany(handle))',
    replace: '',
    tests: ['booking-pages/company'],
  },
  {
    name: 'customers do not learn when members are free whom they cannot choose',
    file: `${pages}/company-page.ts`,
    find: 'chosen !== undefined && !choosable.has(chosen)',
    replace: 'false',
    tests: ['booking-pages/company'],
  },
  {
    name: 'customers book what they are offered',
    file: `${pages}/book-slot.ts`,
    find: "view: 'customer',",
    replace: "view: 'team',",
    tests: ['booking-pages/bookings'],
  },
  {
    name: 'customers choose among the planners of the type',
    file: `${pages}/book-slot.ts`,
    find: 'chosen !== undefined && !type.planners.some(({ id }) => id === chosen)',
    replace: 'false',
    tests: ['booking-pages/bookings'],
  },
  {
    name: 'an address gets a limited number of mails for bookings',
    file: `${pages}/book-slot.ts`,
    find: '  await requireAnonymousMail(context.db, contact.email, await context.now());\n',
    replace: '',
    tests: ['booking-pages/bookings'],
  },
  {
    name: 'mails about bookings to customers who act without a key are counted',
    file: 'apps/api/src/bookings/mails/booking-mails.ts',
    find: "isAnonymous: by(context) === 'customer',",
    replace: '',
    tests: ['booking-pages/bookings', 'booking-pages/mails'],
  },
  {
    name: 'a move that cannot be mailed is refused',
    file: `${pages}/change-by-link.ts`,
    find: 'await requireAnonymousMail(context.db, email, now)',
    replace: 'await undefined',
    tests: ['booking-pages/changes'],
  },
  {
    name: 'customers change bookings until the notice of the type',
    file: `${pages}/change-by-link.ts`,
    find: 'if (latest < now)',
    replace: 'if (latest < context.actor.recordId)',
    tests: ['booking-pages/changes'],
  },
  {
    name: 'the team does not give customers time for changes at short notice',
    file: 'apps/api/src/bookings/link/change-limits.ts',
    find: ", eb('actorKind', '=', 'customer')",
    replace: '',
    tests: ['booking-pages/changes'],
  },
  {
    name: 'customers move bookings to what they are offered',
    file: `${pages}/change-by-link.ts`,
    find: "view: 'customer',",
    replace: "view: 'team',",
    tests: ['booking-pages/changes'],
  },
];
