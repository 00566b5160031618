import type { Guard } from '../guard.ts';

const payments = 'apps/api/src/payments';
const checkout = `${payments}/checkout`;

export const paymentGuards: readonly Guard[] = [
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
  {
    name: 'an event of the provider is signed',
    file: `${payments}/inbox/receive-event.ts`,
    find: "  throw badRequest('invalid_signature');\n}\n\nconst idOf",
    replace: '  return JSON.parse(body.toString());\n}\n\nconst idOf',
    tests: ['payments/events'],
  },
  {
    name: 'a booking that waits for its refund is changed by nothing else',
    file: `${payments}/cancel/cancel-intent.ts`,
    find: '      cancelRequestedAt: changedAt,\n',
    replace: '      cancelRequestedAt: null,\n',
    tests: ['payments/cancel'],
  },
  {
    name: 'a refund is looked up before the provider is asked again',
    file: `${payments}/refunds/ask-for-refund.ts`,
    find: 'if (mayExist) {',
    replace: 'if (!mayExist) {',
    tests: ['payments/refunds'],
  },
  {
    name: 'a cancellation gives back the rest if a part of the money has gone back otherwise',
    file: `${payments}/cancel/want-rest.ts`,
    find: 'if (amountCents === 0 || amountCents >= refund.amountCents) return undefined;',
    replace: 'if (amountCents >= 0) return undefined;',
    tests: ['payments/cancel'],
  },
  {
    name: 'a refund that the bank has not accepted is read again',
    file: `${payments}/refunds/read-pending-refunds.ts`,
    find: "'=', sql.lit('pending'))",
    replace: "'=', sql.lit('succeeded'))",
    tests: ['payments/cancel'],
  },
  {
    name: 'a key of another account replaces none with payments',
    file: `${payments}/accounts/payment-account-administration.ts`,
    find: "if (failure?.kind === 'refused')",
    replace: 'if (!stripe)',
    tests: ['payments/refunds'],
  },
  {
    name: 'test keys are refused in production',
    file: `${payments}/accounts/payment-account-administration.ts`,
    find: 'if (production && !isLiveKey(apiKey))',
    replace: 'if (production && isLiveKey(apiKey))',
    tests: ['admin-commands/payments'],
  },
  {
    name: 'late payments raise no events',
    file: `${payments}/refunds/settle-refunds.ts`,
    find: '  if (!isReal(booking)) return;\n',
    replace: '',
    tests: ['payments/refunds'],
  },
];
