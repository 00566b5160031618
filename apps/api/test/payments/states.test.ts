import type { WebhookEvent } from '@pv-planning/contract';
import type { Checkout } from '@pv-planning/contract/pages';
import { isApiError } from '@pv-planning/server-kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { AdministrationError } from '../../src/company/administration-error.ts';
import { createLinks } from '../../src/kernel/links/links.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';

const { addPaidCompany, standIn, setClock, visitor, dispatch, payments, refunds } = await openTestApi(
  {},
  { payments: true, role: 'api' },
);
// The provider's events are sent at a time that the tests control.
standIn.holdWebhooks();

const dayMs = 86_400_000;

type Company = Awaited<ReturnType<typeof addPaidCompany>>;

interface Subject {
  company: Company;
  id: string;
  token: string;
  /** Of the payment at the provider, if there is one. */
  sessionId: string | undefined;
}

const links = createLinks({ secretKey }, () => undefined);

/** Lets the provider report all that has happened. */
async function report(company: Company): Promise<void> {
  for (const event of standIn.events(company.account)) await standIn.sendWebhook(event);
  for (const table of ['providerEvent', 'checkout', 'refund'] as const) await dispatch(company.id, table);
}

async function newCompany(): Promise<Company> {
  const company = await addPaidCompany();
  company.sendEvents();
  return company;
}

async function held(): Promise<Subject & { sessionId: string }> {
  const company = await newCompany();
  const { bookingId: id, sessionId, token } = await company.hold();
  return { company, id, sessionId, token };
}

async function paid(payment?: Parameters<typeof standIn.pay>[1]) {
  const subject = await held();
  const { company, sessionId } = subject;
  standIn.createPromotionCode(company.account, { code: 'GRATIS', percentOff: 100 });
  standIn.pay(sessionId, payment);
  await report(company);
  return subject;
}

async function entered(values: { priceCents?: number; settled?: true } = {}): Promise<Subject> {
  const company = await newCompany();
  const { body } = await company.api.call('createBooking', {
    body: {
      ...{ typeSlug: company.slug, startsAt: '2026-04-20T08:00:00.000Z' },
      ...{ customer: { name: 'Erika Muster', email: 'erika@example.org' }, ...values },
    },
  });
  const token = links(company.id).tokenOf({ purpose: 'booking', recordId: body.id, version: 1 });
  return { company, id: body.id, token, sessionId: undefined };
}

const cancel = ({ company, id }: Subject, refund: boolean) =>
  company.api.call('cancelBooking', { params: { id }, body: { refund }, mayFail: true });

async function after(subject: Promise<Subject>, change: (subject: Subject) => unknown): Promise<Subject> {
  await change(await subject);
  return subject;
}

/** Ways into the states of a payment. */
const situations = {
  'UNPAID, held': held,
  UNPAID: () => entered(),
  FREE: () => entered({ priceCents: 0 }),
  'FREE by a promotion code': () => paid({ promotionCode: 'GRATIS' }),
  'PAID by hand': () => entered({ settled: true }),
  'PAID at the provider': () => paid(),
  'PAID, of which a part has gone back': () =>
    after(paid(), ({ company, id }) => refunds.refundBooking(company.id, id, { amountCents: 4_000 })),
  'PAID and disputed': () => after(paid(), ({ sessionId = '' }) => standIn.dispute(sessionId)),
  'PAID, cancelled without a refund': () => after(paid(), (subject) => cancel(subject, false)),
  'PAID, waits for the refund of its cancellation': () =>
    after(paid(), async (subject) => {
      standIn.disturb('refunds.create', '500');
      await cancel(subject, true);
    }),
  'REFUNDED by hand': () =>
    after(entered({ settled: true }), ({ company, id }) => refunds.refundBooking(company.id, id)),
  'REFUNDED at the provider': () => after(paid(), ({ company, id }) => refunds.refundBooking(company.id, id)),
  'REFUNDED, cancelled': () => after(paid(), (subject) => cancel(subject, true)),
  'REFUNDED, expired before the debit': () =>
    after(paid({ method: 'sepa_debit' }), async ({ company, id, sessionId = '' }) => {
      setClock(new Date(Date.parse(startOfExamples) + 15 * dayMs).toISOString());
      await company.wake(id);
      await dispatch(company.id, 'checkout');
      standIn.finishDebit(sessionId, 'succeeded');
      await report(company);
    }),
};

/** Returns the code of a command's error. */
async function codeOf(command: Promise<unknown>): Promise<string> {
  try {
    await command;
    return 'done';
  } catch (error) {
    if (error instanceof AdministrationError || isApiError(error)) return error.code;
    throw error;
  }
}

const codeIn = ({ status, error }: { status: number; error: string | undefined }) =>
  error ?? (status < 300 ? 'done' : String(status));

/** They return a code. */
const operations = {
  cancel: async (subject: Subject) => codeIn(await cancel(subject, true)),
  'cancel without a refund': async (subject: Subject) => codeIn(await cancel(subject, false)),
  'cancel by link': async ({ token }: Subject) =>
    codeIn(await visitor()('cancelByLink', { token }, { mayFail: true })),
  'move by link': async ({ token }: Subject) =>
    codeIn(
      await visitor()('rescheduleByLink', { token }, { body: { startsAt: '2026-04-20T10:00:00.000Z' } }),
    ),
  settle: ({ company, id }: Subject) => codeOf(payments.settleBooking(company.id, id)),
  refund: ({ company, id }: Subject) => codeOf(refunds.refundBooking(company.id, id)),
  'refund a part': ({ company, id }: Subject) =>
    codeOf(refunds.refundBooking(company.id, id, { amountCents: 3_000 })),
  'look at the checkout': async ({ token }: Subject) =>
    (await visitor()<Checkout>('getCheckout', { token })).body.state,
  'refund a part in the dashboard': async ({ sessionId = '', company }: Subject) => {
    standIn.refund(sessionId, 5_900);
    await report(company);
    return 'done';
  },
  'fail to give the money back': async ({ sessionId = '', company }: Subject) => {
    const [refund] = standIn.refunds(sessionId);
    standIn.finishRefund(refund?.id ?? '', 'failed');
    await report(company);
    return 'done';
  },
};

/** The outcome of an operation: its code and, after a change, the state and the events. Null: it cannot happen. */
type Outcomes = Record<keyof typeof operations, string | null>;

const notAtProvider = { 'refund a part in the dashboard': null, 'fail to give the money back': null };

/** Receivers of events do not know the booking. */
const notReal = {
  cancel: 'booking_not_confirmed',
  'cancel without a refund': 'booking_not_confirmed',
  'cancel by link': 'booking_not_confirmed',
  'move by link': 'booking_not_confirmed',
  refund: 'booking_not_refundable',
  'refund a part': 'booking_not_refundable',
  ...notAtProvider,
};

/** Nothing can be paid or given back. */
const real = {
  settle: 'booking_not_payable',
  refund: 'booking_not_refundable',
  'refund a part': 'booking_not_refundable',
  'look at the checkout': 'BOOKED',
  ...notAtProvider,
};

const cancelled = {
  ...real,
  cancel: 'booking_not_confirmed',
  'cancel without a refund': 'booking_not_confirmed',
  'cancel by link': 'booking_not_confirmed',
  'move by link': 'booking_not_confirmed',
};

/** A confirmed booking without a refund due on cancellation. A part may have been refunded before. */
const confirmed = (payment: string, before: 'nothing' | 'money' = 'nothing') => ({
  ...real,
  cancel: `done CANCELLED ${payment}: cancelled (${before} back)`,
  'cancel without a refund': `done CANCELLED ${payment}: cancelled (${before} back)`,
  'cancel by link': `done CANCELLED ${payment}: cancelled (${before} back)`,
  'move by link': `done CONFIRMED ${payment}: rescheduled`,
});

const table: Record<keyof typeof situations, Outcomes> = {
  'UNPAID, held': {
    ...notReal,
    settle: 'done CONFIRMED PAID 0: created, payment_paid manual',
    'look at the checkout': 'OPEN',
  },
  UNPAID: { ...confirmed('UNPAID 0'), settle: 'done CONFIRMED PAID 0: payment_paid manual' },
  FREE: confirmed('FREE 0'),
  'FREE by a promotion code': confirmed('FREE 0'),
  'PAID by hand': {
    ...confirmed('PAID 0'),
    refund: 'done CONFIRMED REFUNDED 9900: payment_refunded 9900',
    'refund a part': 'done CONFIRMED PAID 3000: payment_refunded 3000',
  },
  'PAID at the provider': {
    ...confirmed('PAID 0'),
    cancel: 'done CANCELLED REFUNDED 9900: cancelled (money back), payment_refunded 9900',
    'cancel by link': 'done CANCELLED REFUNDED 9900: cancelled (money back), payment_refunded 9900',
    refund: 'done CONFIRMED REFUNDED 9900: payment_refunded 9900',
    'refund a part': 'done CONFIRMED PAID 3000: payment_refunded 3000',
    'refund a part in the dashboard': 'done CONFIRMED PAID 5900: payment_refunded 5900',
  },
  'PAID, of which a part has gone back': {
    ...confirmed('PAID 4000', 'money'),
    cancel: 'done CANCELLED REFUNDED 9900: cancelled (money back), payment_refunded 5900',
    'cancel by link': 'done CANCELLED REFUNDED 9900: cancelled (money back), payment_refunded 5900',
    refund: 'done CONFIRMED REFUNDED 9900: payment_refunded 5900',
    'refund a part': 'done CONFIRMED PAID 7000: payment_refunded 3000',
    'refund a part in the dashboard': 'done CONFIRMED REFUNDED 9900: payment_refunded 5900',
    'fail to give the money back': 'done CONFIRMED PAID 0: ',
  },
  'PAID and disputed': {
    ...confirmed('PAID 0'),
    cancel: 'refund_refused',
    'cancel by link': 'refund_refused',
  },
  'PAID, cancelled without a refund': {
    ...cancelled,
    refund: 'done CANCELLED REFUNDED 9900: payment_refunded 9900',
    'refund a part': 'done CANCELLED PAID 3000: payment_refunded 3000',
    'refund a part in the dashboard': 'done CANCELLED PAID 5900: payment_refunded 5900',
  },
  'PAID, waits for the refund of its cancellation': {
    ...real,
    settle: 'cancel_in_progress',
    cancel: 'cancel_in_progress',
    'cancel without a refund': 'cancel_in_progress',
    'cancel by link': 'cancel_in_progress',
    'move by link': 'cancel_in_progress',
    'refund a part in the dashboard':
      'done CANCELLED REFUNDED 9900: payment_refunded 5900, cancelled (money back), payment_refunded 4000',
  },
  'REFUNDED by hand': confirmed('REFUNDED 9900', 'money'),
  'REFUNDED at the provider': {
    ...confirmed('REFUNDED 9900', 'money'),
    'fail to give the money back': 'done CONFIRMED PAID 0: ',
  },
  'REFUNDED, cancelled': { ...cancelled, 'fail to give the money back': 'done CANCELLED PAID 0: ' },
  'REFUNDED, expired before the debit': {
    ...notReal,
    settle: 'booking_not_payable',
    'look at the checkout': 'EXPIRED',
    'fail to give the money back': 'done EXPIRED PAID 0: ',
  },
};

async function stateOf({ company, id }: Subject): Promise<string> {
  const { status, paymentStatus, refundedCents } = await company.read(id);
  return `${status} ${paymentStatus} ${refundedCents}`;
}

function shown({ type, data }: WebhookEvent): string {
  const name = type.replace('booking.', '');
  if ('refundAmountCents' in data) return `${name} ${data.refundAmountCents}`;
  if ('refunded' in data) return `${name} (${data.refunded ? 'money' : 'nothing'} back)`;
  return type === 'booking.payment_paid' && 'paymentMethod' in data ? `${name} ${data.paymentMethod}` : name;
}

const names = Object.keys(situations) as (keyof typeof situations)[];
const isChange = (outcome: string) => outcome.includes(' ');

beforeEach(() => setClock(startOfExamples));

describe.each(names)('a booking that is %s', (name) => {
  const outcomes = Object.entries(table[name]) as [keyof typeof operations, string | null][];
  const changes = outcomes.filter(([, outcome]) => outcome !== null && isChange(outcome));
  const vain = outcomes.filter(([, outcome]) => outcome !== null && !isChange(outcome));

  test(`is not changed by ${vain.length} operations`, async () => {
    const subject = await situations[name]();
    const { id, company } = subject;
    const before = await company.read(id);
    const events = await company.raisedBy(async () => {
      for (const [operation, outcome] of vain)
        expect([operation, await operations[operation](subject)]).toEqual([operation, outcome]);
    });
    expect(events).toEqual([]);
    expect({ ...(await company.read(id)), updatedAt: null }).toEqual({ ...before, updatedAt: null });
  });

  test.skipIf(changes.length === 0).each(changes)('%s: %s', async (operation, outcome) => {
    const subject = await situations[name]();
    let code = '';
    const events = await subject.company.raisedBy(async () => {
      code = await operations[operation](subject);
    });
    expect(`${code} ${await stateOf(subject)}: ${events.map(shown).join(', ')}`).toBe(outcome);
  });
});
