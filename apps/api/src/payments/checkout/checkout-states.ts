import type { CompanyTables } from '@pv-planning/database';
import type { BookingNews } from '@pv-planning/mail';
import type { Selectable } from 'kysely';
import type { SessionState } from './session-state.ts';

/** What the provider says of a session, if it was paid with nothing, and what its customer and the team do. */
export const checkoutSteps = [
  ...(['open', 'processing', 'failed', 'expired', 'unknown', 'paid', 'free', 'leave', 'settle'] as const),
] as const;

export type CheckoutStep = (typeof checkoutSteps)[number];

/**
 * The life of a checkout: what each step does in each state. Until `real`, receivers of events and the team do not know the booking.
 *
 * | State | `booking.status` | Further |
 * |---|---|---|
 * | held | `PENDING_PAYMENT` | `hold_until` is ahead: the customer can pay |
 * | over | `PENDING_PAYMENT` | `hold_until` has passed: the session expires when it is read |
 * | settling | `PENDING_PAYMENT` | `settling_until` is ahead: the team ends the checkout, and makes the booking real |
 * | debit | `PENDING_PAYMENT` | `is_processing`: a debit is collected, and `hold_until` is ahead |
 * | overdueDebit | `PENDING_PAYMENT` | `is_processing`, and `hold_until` has passed |
 * | expired | `EXPIRED` | `payment_status` is `UNPAID` |
 * | lateDebit | `EXPIRED` | `UNPAID` and `is_processing`: the debit can still be collected |
 * | paidLate | `EXPIRED` | paid afterwards; the money goes back, or has |
 * | real | any other | paid, free or settled; what follows is decided by the team and the customer |
 */
const table = {
  // open, processing, failed, expired, unknown, paid, free, leave, settle
  held: ['wait', 'collect', 'fail', 'expire', 'wait', 'confirm', 'confirmFree', 'end', 'settle'],
  over: ['wait', 'collect', 'fail', 'expire', 'lose', 'confirm', 'confirmFree', 'end', 'settle'],
  settling: ['wait', 'collect', 'yield', 'yield', 'yield', 'confirm', 'confirmFree', 'endLater', 'settle'],
  debit: ['wait', 'wait', 'fail', 'overdue', 'wait', 'confirm', 'confirmFree', 'refuse', 'refuse'],
  overdueDebit: [
    'wait',
    'watch',
    'fail',
    'overdue',
    'loseDebit',
    'confirm',
    'confirmFree',
    'refuse',
    'refuse',
  ],
  expired: ['stop', 'await', 'stop', 'stop', 'stop', 'giveBack', 'stop', 'ignore', 'refuse'],
  lateDebit: ['forget', 'await', 'forget', 'forget', 'loseLate', 'giveBack', 'stop', 'ignore', 'refuse'],
  paidLate: ['stop', 'stop', 'stop', 'stop', 'stop', 'stop', 'stop', 'ignore', 'refuse'],
  real: ['stop', 'stop', 'stop', 'stop', 'stop', 'stop', 'stop', 'refuse', 'refuse'],
} as const;

export type CheckoutState = keyof typeof table;

export const checkoutStates = Object.keys(table) as CheckoutState[];

export type CheckoutOutcome = (typeof table)[CheckoutState][number];

export interface CheckoutEffects {
  /** The state that follows. Null: none. */
  to: CheckoutState | null;
  events: readonly string[];
  /** Of mails. */
  occasions: readonly BookingNews['occasion'][];
  /** Whether the provider is asked again. */
  isAskedAgain: boolean;
}

const nothing = { to: null, events: [], occasions: [], isAskedAgain: false } satisfies CheckoutEffects;
const paid = ['booking.created', 'booking.payment_paid'];

export const checkoutOutcomes = {
  wait: { ...nothing, isAskedAgain: true },
  /** Waits until the team has ended the checkout. */
  yield: { ...nothing, isAskedAgain: true },
  stop: nothing,
  collect: { ...nothing, to: 'debit', occasions: ['payment-processing'], isAskedAgain: true },
  confirm: { ...nothing, to: 'real', events: paid, occasions: ['confirmed'] },
  confirmFree: { ...nothing, to: 'real', events: ['booking.created'], occasions: ['confirmed'] },
  expire: { ...nothing, to: 'expired' },
  fail: { ...nothing, to: 'expired', occasions: ['payment-failed'] },
  overdue: { ...nothing, to: 'expired', occasions: ['payment-overdue'] },
  lose: { ...nothing, to: 'expired', occasions: ['checkout-unknown'] },
  loseDebit: { ...nothing, to: 'expired', occasions: ['payment-overdue', 'checkout-unknown'] },
  watch: { ...nothing, to: 'lateDebit', occasions: ['payment-overdue'], isAskedAgain: true },
  await: { ...nothing, to: 'lateDebit', isAskedAgain: true },
  forget: { ...nothing, to: 'expired' },
  loseLate: { ...nothing, to: 'expired', occasions: ['checkout-unknown'] },
  /** The slot may have been given to others. */
  giveBack: { ...nothing, to: 'paidLate', occasions: ['payment-late'] },
  /** The hold ends, and the provider is asked at once. */
  end: { ...nothing, to: 'over', isAskedAgain: true },
  /** So it does if the team does not make the booking real. */
  endLater: { ...nothing, isAskedAgain: true },
  settle: { ...nothing, to: 'real', events: paid, occasions: ['confirmed'] },
  ignore: nothing,
  /** 409: `checkout_closed` for the customer, `booking_not_payable` for the team. */
  refuse: nothing,
} as const satisfies Record<CheckoutOutcome, CheckoutEffects>;

type Place = Pick<Selectable<CompanyTables['booking']>, 'status' | 'paymentStatus' | 'holdUntil'>;
type Progress = Pick<Selectable<CompanyTables['checkout']>, 'isProcessing' | 'settlingUntil'>;

export function checkoutState(
  { status, paymentStatus, holdUntil }: Place,
  { isProcessing, settlingUntil }: Progress,
  now: string,
): CheckoutState {
  const isOver = holdUntil !== null && holdUntil <= now;
  if (status === 'PENDING_PAYMENT') {
    if (isProcessing) return isOver ? 'overdueDebit' : 'debit';
    if (settlingUntil !== null && settlingUntil > now) return 'settling';
    return isOver ? 'over' : 'held';
  }
  if (status !== 'EXPIRED') return 'real';
  if (paymentStatus !== 'UNPAID') return 'paidLate';
  return isProcessing ? 'lateDebit' : 'expired';
}

export function outcomeOf(state: CheckoutState, step: CheckoutStep): CheckoutOutcome {
  return table[state][checkoutSteps.indexOf(step)] ?? 'stop';
}

export function stepOf(said: SessionState): CheckoutStep {
  return said.kind === 'paid' && said.payment.amountCents === 0 ? 'free' : said.kind;
}
