import type { Guard } from '../guard.ts';

const checkout = 'apps/api/src/payments/checkout';

export const checkoutGuards: readonly Guard[] = [
  {
    name: 'a checkout that has expired stays expired',
    file: `${checkout}/decide-session.ts`,
    find: 'if (isPending) await confirm(context, locked, state.payment);',
    replace: "if (isPending || record.status === 'EXPIRED') await confirm(context, locked, state.payment);",
    tests: ['payments/decisions'],
  },
  {
    name: 'a payment that is reported twice makes one booking',
    file: `${checkout}/decide-session.ts`,
    find: 'if (isPending) await confirm(context, locked, state.payment);',
    replace: "if (record.status !== 'EXPIRED') await confirm(context, locked, state.payment);",
    tests: ['payments/decisions'],
  },
  {
    name: 'a hold ends although the provider has reported nothing',
    file: `${checkout}/read-session.ts`,
    find: "if (session.status !== 'open' || !isOver) return session;",
    replace: "if (session.status !== 'open' || isOver) return session;",
    tests: ['payments/decisions'],
  },
  {
    name: 'an open checkout expires before a booking is settled by hand',
    file: 'apps/api/src/payments/payment-administration.ts',
    find: 'readSession(stripe, found.sessionId, true)',
    replace: 'readSession(stripe, found.sessionId, false)',
    tests: ['payments/settle'],
  },
  {
    name: 'nobody holds more than two slots',
    file: `${checkout}/begin-checkout.ts`,
    find: 'if (held.length < maxHolds) return;',
    replace: 'if (held.length >= 0) return;',
    tests: ['payments/decisions'],
  },
  {
    name: 'nobody holds more than two slots by asking for them at the same time',
    file: 'apps/api/src/payment-accounts/account-records.ts',
    find: '.where(isReady).forNoKeyUpdate()',
    replace: '.where(isReady).forKeyShare()',
    tests: ['payments/races'],
  },
  {
    name: 'without a public address, appointments with a price are not offered',
    file: 'apps/api/src/booking-types/booking-type-records.ts',
    find: '(type.priceCents === 0 || links.isPublic())',
    replace: '(type.priceCents === 0 || links !== undefined)',
    tests: ['payments/public-address'],
  },
];
