import { readFileSync } from 'node:fs';
import { type Booking, events } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import {
  type CheckoutEffects,
  type CheckoutOutcome,
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

const collect = (sessionId: string, step: CheckoutStep) => {
  standIn.pay(sessionId, { method: 'sepa_debit' });
  if (step === 'leave' || step === 'settle') standIn.finishDebit(sessionId, 'failed');
};

/** The state of the session at the provider, which the customer and the team see first. */
const truths: Partial<Record<CheckoutState, (sessionId: string, step: CheckoutStep) => unknown>> = {
  debit: collect,
  overdueDebit: collect,
  paidLate: (id) => standIn.pay(id),
  real: (id) => standIn.pay(id),
};

async function subjectIn(
  company: Company,
  state: CheckoutState,
  step: CheckoutStep,
  hour: number,
): Promise<Subject> {
  const subject = await company.hold({ startsAt: `${monday}T${String(hour).padStart(2, '0')}:00:00.000Z` });
  const { bookingId, sessionId } = subject;
  truths[state]?.(sessionId, step);
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
    const subject = await subjectIn(company, state, step, 6 + index);
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

interface Cell extends CheckoutEffects {
  from: CheckoutState;
  step: CheckoutStep;
  outcome: CheckoutOutcome;
  /** The state afterwards. */
  next: CheckoutState;
}

const cells: Cell[] = checkoutStates.flatMap((from) =>
  checkoutSteps.map((step) => {
    const outcome = outcomeOf(from, step);
    const effects: CheckoutEffects = checkoutOutcomes[outcome];
    return { ...effects, from, step, outcome, next: effects.to ?? from };
  }),
);

const isUnpaid = (state: CheckoutState) =>
  state === 'held' || state === 'over' || state === 'settling' || isDebit(state);
const isDebit = (state: CheckoutState) => state === 'debit' || state === 'overdueDebit';
const isFinal = (state: CheckoutState) => state === 'expired' || state === 'paidLate' || state === 'real';
const isAnswer = ({ step }: Cell) => step !== 'leave' && step !== 'settle';
const isPayment = ({ step }: Cell) => step === 'paid' || step === 'free';
const tells = ({ occasions }: Cell, ...expected: string[]) =>
  occasions.toSorted().join() === expected.toSorted().join();

/** Rules that hold for certain cells, whatever the table says. */
const rules: [rule: string, concerns: (cell: Cell) => boolean, holds: (cell: Cell) => boolean][] = [
  [
    'the provider is asked until the end',
    isAnswer,
    ({ isAskedAgain, next }) => isAskedAgain !== isFinal(next),
  ],
  [
    'a payment in time makes the booking real, for receivers of events, too',
    (cell) => isUnpaid(cell.from) && (isPayment(cell) || cell.step === 'settle'),
    (cell) =>
      cell.next === 'real' &&
      tells(cell, 'confirmed') &&
      cell.events.join() ===
        ['booking.created', 'booking.payment_paid'].slice(0, cell.step === 'free' ? 1 : 2).join(),
  ],
  [
    'money that comes too late goes back, and the customer is told',
    ({ from, step }) => (from === 'expired' || from === 'lateDebit') && step === 'paid',
    (cell) => cell.next === 'paidLate' && tells(cell, 'payment-late'),
  ],
  [
    'nobody learns of a booking that was not paid',
    (cell) => !(isUnpaid(cell.from) && (isPayment(cell) || cell.step === 'settle')),
    ({ next, from, events }) => events.length === 0 && (next !== 'real' || from === 'real'),
  ],
  [
    'what is paid stays as it is',
    ({ from }) => from === 'real' || from === 'paidLate',
    (cell) => cell.to === null && tells(cell),
  ],
  [
    'nothing but a payment ends a checkout that the team settles',
    (cell) => cell.from === 'settling' && !isPayment(cell) && cell.step !== 'settle',
    (cell) => cell.to === null && tells(cell),
  ],
  [
    'a slot is held as long as its session can be paid',
    ({ from, step }) => isUnpaid(from) && step === 'open',
    (cell) => cell.to === null && tells(cell),
  ],
  [
    'a slot is held until the end of its time, whatever the provider does not find',
    ({ from, step }) => (from === 'held' || from === 'debit') && step === 'unknown',
    (cell) => cell.to === null && tells(cell),
  ],
  [
    'a slot is free, and the team told, when the provider does not find its session afterwards',
    ({ from, step }) => from === 'over' && step === 'unknown',
    (cell) => cell.next === 'expired' && tells(cell, 'checkout-unknown'),
  ],
  [
    'a debit begins once, and the customer is told',
    ({ from, step }) => isUnpaid(from) && step === 'processing',
    (cell) =>
      cell.from === 'held' || cell.from === 'over'
        ? cell.next === 'debit' && tells(cell, 'payment-processing')
        : cell.next !== 'debit' || cell.to === null,
  ],
  [
    'a debit gets no time beyond its end, and can still be collected',
    ({ from, step }) => from === 'overdueDebit' && step === 'processing',
    ({ next }) => next === 'lateDebit',
  ],
  [
    'a late debit is watched until it is collected or not',
    ({ from, step }) => (from === 'expired' || from === 'lateDebit' ? step !== 'paid' : false),
    (cell) =>
      cell.step === 'leave' || cell.step === 'settle'
        ? cell.to === null
        : cell.next === (cell.step === 'processing' ? 'lateDebit' : 'expired'),
  ],
  [
    'a debit that fails, and a session that expires, free the slot',
    ({ from, step }) => isUnpaid(from) && from !== 'settling' && (step === 'failed' || step === 'expired'),
    ({ next }) => next === 'expired',
  ],
  [
    'the customer is told what became of a debit whose slot is lost',
    ({ from, next }) => isDebit(from) && (next === 'expired' || next === 'lateDebit'),
    ({ step, occasions }) => occasions.includes(step === 'failed' ? 'payment-failed' : 'payment-overdue'),
  ],
  [
    'the team is told of a debit whose end nobody learns',
    ({ from, step, next }) =>
      (isDebit(from) || from === 'lateDebit') && step === 'unknown' && next === 'expired',
    ({ occasions }) => occasions.includes('checkout-unknown'),
  ],
  [
    'nobody leaves a debit',
    ({ from, step }) => isDebit(from) && step === 'leave',
    ({ outcome }) => outcome === 'refuse',
  ],
  [
    'a customer who leaves is asked for nothing more, and the slot is free soon',
    ({ from, step }) => (from === 'held' || from === 'over') && step === 'leave',
    (cell) => cell.next === 'over' && cell.isAskedAgain && tells(cell),
  ],
];

test.each(rules)('%s', (_, concerns, holds) => {
  const concerned = cells.filter(concerns);
  expect(concerned).not.toEqual([]);
  expect(concerned.filter((cell) => !holds(cell))).toEqual([]);
});

test('every outcome has a cell', () => {
  expect(new Set(cells.map(({ outcome }) => outcome))).toEqual(new Set(Object.keys(checkoutOutcomes)));
});

/** The state of a checkout after its progress, or the time, has changed. */
function stateAfter(state: CheckoutState, progress: { settlingUntil?: string }, now: string): CheckoutState {
  const [booking, checkout] = columns[state];
  return checkoutState(
    { ...held, ...booking },
    { isProcessing: false, settlingUntil: null, ...checkout, ...progress },
    now,
  );
}

test('the table is drawn in the architecture, and names events of the contract', () => {
  const drawn = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8');
  const arrows = [...drawn.matchAll(/^ {2}(\w+) --> (\w+): (.+)$/gm)].flatMap(([, from, to, label]) =>
    from === 'kept' ? [] : [`${from} ${to}: ${label}`],
  );
  const ofTable = checkoutStates.flatMap((state) => {
    const leading = cells.filter(({ from, to }) => from === state && to !== null && to !== state);
    const byEffect = Map.groupBy(leading, ({ to, occasions }) =>
      [to, occasions.toSorted().join(', ')].join('/'),
    );
    return [...byEffect].map(([effect, steps]) => {
      const [to, mails] = effect.split('/');
      const names = steps.map(({ step }) => step).toSorted();
      return `${state} ${to}: ${names.join(', ')}${mails ? ` / ${mails}` : ''}`;
    });
  });
  const others = checkoutStates.flatMap((state) => {
    if (state === 'settling') return [];
    const next = stateAfter(state, {}, '2026-07-01T08:00:00.000Z');
    const settling = stateAfter(state, { settlingUntil: ahead }, startOfExamples);
    return [
      ...(next === state ? [] : [`${state} ${next}: clock`]),
      ...(settling === state ? [] : [`${state} ${settling}: settle begins`]),
    ];
  });
  expect(arrows.toSorted()).toEqual([...ofTable, ...others].toSorted());
  const named = Object.values(checkoutOutcomes).flatMap((effects) => effects.events as readonly string[]);
  expect(Object.keys(events)).toEqual(expect.arrayContaining([...new Set(named)]));
});
