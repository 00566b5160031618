import { readFileSync } from 'node:fs';
import { type Booking, events } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import {
  type CheckoutEffects,
  type CheckoutState,
  type CheckoutStep,
  checkoutOutcomes,
  checkoutState,
  checkoutStates,
  checkoutSteps,
  outcomeOf,
} from '../../src/payments/checkout/checkout-states.ts';
import { decideSession } from '../../src/payments/checkout/decide-session.ts';
import type { Payment, SessionState } from '../../src/payments/checkout/session-state.ts';
import { monday } from '../support/payments.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';

// Nothing happens but the steps of the test.
const { addPaidCompany, standIn, setClock, visitor, database, commands } = await openTestApi(
  {},
  { payments: true, role: 'api' },
);
standIn.holdWebhooks();

type Company = Awaited<ReturnType<typeof addPaidCompany>>;
type Subject = Awaited<ReturnType<Company['hold']>>;

const [past, ahead] = ['2026-03-01T08:00:00.000Z', '2026-06-01T08:00:00.000Z'];
const held = { status: 'PENDING_PAYMENT', paymentStatus: 'UNPAID', holdUntil: ahead } as const;
const over = { ...held, holdUntil: past };
const expired = { status: 'EXPIRED', paymentStatus: 'UNPAID', holdUntil: null } as const;
const paid = { paymentStatus: 'PAID', paymentMethod: 'card', amountPaidCents: 9_900, paidAt: past } as const;

/** The columns of a booking, and of its checkout. */
const columns: Record<
  CheckoutState,
  [Partial<Booking> & { holdUntil: string | null }, { isProcessing?: true; settlingUntil?: string }]
> = {
  held: [held, {}],
  over: [over, {}],
  settling: [held, { settlingUntil: ahead }],
  debit: [held, { isProcessing: true }],
  overdueDebit: [over, { isProcessing: true }],
  expired: [expired, {}],
  lateDebit: [expired, { isProcessing: true }],
  paidLate: [{ ...expired, ...paid }, {}],
  real: [{ ...paid, status: 'CONFIRMED', holdUntil: null }, {}],
};

/** What has become of the session at the provider, which the customer and the team learn first. */
const truths: Partial<Record<CheckoutState, (sessionId: string) => unknown>> = {
  debit: (id) => standIn.pay(id, { method: 'sepa_debit' }),
  overdueDebit: (id) => standIn.pay(id, { method: 'sepa_debit' }),
  paidLate: (id) => standIn.pay(id),
  real: (id) => standIn.pay(id),
};

async function subjectIn(company: Company, state: CheckoutState, hour: number): Promise<Subject> {
  const subject = await company.hold({ startsAt: `${monday}T${String(hour).padStart(2, '0')}:00:00.000Z` });
  const { bookingId, sessionId } = subject;
  truths[state]?.(sessionId);
  const [booking, checkout] = columns[state];
  await database.kysely
    .updateTable('booking')
    .set(booking as object)
    .where('id', '=', bookingId)
    .execute();
  await database.kysely
    .updateTable('checkout')
    .set({ status: 'done', finishedAt: startOfExamples, ...checkout })
    .where('id', '=', bookingId)
    .execute();
  return subject;
}

const payment = {
  ...{ amountCents: 9_900, method: 'card' as const, paidAt: startOfExamples, customerId: 'cus_1' },
  ...{ paymentIntentId: 'pi_1', invoiceId: null, billingName: 'Erika Muster', billingAddress: null },
} satisfies Payment;

const answers: Record<Exclude<CheckoutStep, 'leave' | 'settle'>, SessionState> = {
  open: { kind: 'open' },
  processing: { kind: 'processing', amountCents: 9_900 },
  failed: { kind: 'failed', amountCents: 9_900 },
  expired: { kind: 'expired' },
  unknown: { kind: 'unknown' },
  paid: { kind: 'paid', payment },
  free: { kind: 'paid', payment: { ...payment, amountCents: 0, paymentIntentId: null } },
};

/** Returns the error of a refusal, and whether the provider is asked again afterwards. */
async function take(step: CheckoutStep, company: Company, { bookingId: id, token }: Subject) {
  if (step === 'leave' || step === 'settle') {
    const { error } =
      step === 'leave'
        ? await visitor()('deleteHold', { token: token ?? '' }, { mayFail: true })
        : await company.api.call('settleBooking', { params: { id }, mayFail: true });
    return { error, isAskedAgain: (await company.checkout(id)).status === 'queued' };
  }
  const decided = await commands.inTransaction(company.id, (context) =>
    decideSession(context, id, answers[step]),
  );
  return { error: undefined, isAskedAgain: decided.isWaiting };
}

async function stateOf(company: Company, id: string): Promise<CheckoutState> {
  const { status, paymentStatus, holdUntil } = await database.kysely
    .selectFrom('booking')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const now = new Date(Date.parse(startOfExamples) + 600_000).toISOString();
  return checkoutState({ status, paymentStatus, holdUntil }, await company.checkout(id), now);
}

const refusals: Partial<Record<CheckoutStep, string>> = {
  leave: 'checkout_closed',
  settle: 'booking_not_payable',
};

test.each(checkoutStates)('a checkout that is %s: every step does what the table says', async (state) => {
  setClock(startOfExamples);
  const company = await addPaidCompany();
  const found: object[] = [];
  const expected: object[] = [];
  for (const [index, step] of checkoutSteps.entries()) {
    const subject = await subjectIn(company, state, 6 + index);
    const { bookingId: id } = subject;
    let taken: Awaited<ReturnType<typeof take>> | undefined;
    const raised = await company.raisedBy(async () => {
      taken = await take(step, company, subject);
    });
    const outcome = outcomeOf(state, step);
    const { to, isAskedAgain, ...effects }: CheckoutEffects = checkoutOutcomes[outcome];
    expected.push({
      ...{ step, outcome, ...effects, to: to ?? state, isAskedAgain },
      error: outcome === 'refuse' ? refusals[step] : undefined,
    });
    found.push({
      ...{ step, outcome, ...taken, to: await stateOf(company, id) },
      events: raised.map(({ type }) => type),
      occasions: [...new Set((await company.mails(id)).map((kind) => kind.replace(/^(team-)?booking-/, '')))],
    });
  }
  expect(found).toEqual(expected);
});

test('the table is drawn in the architecture, and names events of the contract', () => {
  const drawn = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8');
  const arrows = [...drawn.matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm)].map(([, from, to, steps = '']) =>
    [from, to, ...steps.split(', ').toSorted()].join(' '),
  );
  const ofTable = checkoutStates.flatMap((state) => {
    const leading = checkoutSteps.flatMap((step) => {
      const { to }: CheckoutEffects = checkoutOutcomes[outcomeOf(state, step)];
      return to === null || to === state ? [] : [{ to, step }];
    });
    return [...Map.groupBy(leading, ({ to }) => to)].map(([to, steps]) =>
      [state, to, ...steps.map(({ step }) => step).toSorted()].join(' '),
    );
  });
  expect(arrows.toSorted()).toEqual(ofTable.toSorted());
  const named = Object.values(checkoutOutcomes).flatMap((effects) => effects.events as readonly string[]);
  expect(Object.keys(events)).toEqual(expect.arrayContaining([...new Set(named)]));
});
