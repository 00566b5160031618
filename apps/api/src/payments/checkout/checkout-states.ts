import type { CompanyTables } from '@pv-planning/database';
import type { BookingNews } from '@pv-planning/mail';
import type { Selectable } from 'kysely';
import type { SessionState } from './session-state.ts';

/**
 * The provider's answers about a session (`free`: paid with a promotion code over the full price), and the steps of the customer
 * (`leave`) and the team (`settle`) for a session that cannot be paid any more.
 */
export const checkoutSteps = [
  'open',
  'processing',
  'failed',
  'expired',
  'unknown',
  'paid',
  'free',
  'leave',
  'settle',
] as const;

export type CheckoutStep = (typeof checkoutSteps)[number];

/**
 * The life of a checkout. Until `real`, receivers of events and the team do not know the booking.
 *
 * | State | `booking.status` | Further |
 * |---|---|---|
 * | held | `PENDING_PAYMENT` | `hold_until` is ahead: the customer can pay |
 * | over | `PENDING_PAYMENT` | `hold_until` has passed: the session expires when it is read |
 * | settling | `PENDING_PAYMENT` | `settling_until` is ahead: the team ends the checkout, also that of a debit, and makes the booking real |
 * | debit | `PENDING_PAYMENT` | `is_processing`: a debit is collected, and `hold_until` is ahead |
 * | overdueDebit | `PENDING_PAYMENT` | `is_processing`, and `hold_until` has passed |
 * | expired | `EXPIRED` | `payment_status` is `UNPAID` |
 * | lateDebit | `EXPIRED` | `UNPAID` and `is_processing`: the debit can still be collected |
 * | paidLate | `EXPIRED` | paid afterwards; the money goes back, or has |
 * | real | any other | paid, free or settled; what follows is decided by the team and the customer |
 */
export const checkoutStates = [
  'held',
  'over',
  'settling',
  'debit',
  'overdueDebit',
  'expired',
  'lateDebit',
  'paidLate',
  'real',
] as const;

export type CheckoutState = (typeof checkoutStates)[number];

export interface CheckoutEffects {
  /** The state that follows. Null: none. */
  to: CheckoutState | null;
  events: readonly string[];
  /** Mails. */
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
  /** The slot may be taken again. */
  refundLatePayment: { ...nothing, to: 'paidLate', occasions: ['payment-late'] },
  /** The hold ends, and the provider is asked at once. */
  end: { ...nothing, to: 'over', isAskedAgain: true },
  /** The hold ends, too, if the team does not settle. */
  endLater: { ...nothing, isAskedAgain: true },
  settle: { ...nothing, to: 'real', events: paid, occasions: ['confirmed'] },
  ignore: nothing,
  /** 409: `checkout_closed` for the customer, `booking_not_payable` for the team. */
  refuse: nothing,
} as const satisfies Record<string, CheckoutEffects>;

export type CheckoutOutcome = keyof typeof checkoutOutcomes;

type Outcomes = Record<CheckoutStep, CheckoutOutcome>;

const unpaid = {
  open: 'wait',
  failed: 'fail',
  paid: 'confirm',
  free: 'confirmFree',
  settle: 'settle',
} satisfies Partial<Outcomes>;

const closed: Outcomes = {
  ...{ open: 'stop', processing: 'stop', failed: 'stop', expired: 'stop', unknown: 'stop' },
  ...{ paid: 'stop', free: 'stop', leave: 'ignore', settle: 'refuse' },
};

/** The outcome of each step in each state. */
const table: Record<CheckoutState, Outcomes> = {
  held: { ...unpaid, processing: 'collect', expired: 'expire', unknown: 'wait', leave: 'end' },
  over: { ...unpaid, processing: 'collect', expired: 'expire', unknown: 'lose', leave: 'end' },
  settling: {
    ...unpaid,
    ...{ processing: 'yield', failed: 'yield', expired: 'yield', unknown: 'yield', leave: 'endLater' },
  },
  debit: { ...unpaid, processing: 'wait', expired: 'overdue', unknown: 'wait', leave: 'refuse' },
  overdueDebit: { ...unpaid, processing: 'watch', expired: 'overdue', unknown: 'loseDebit', leave: 'refuse' },
  expired: { ...closed, processing: 'await', paid: 'refundLatePayment' },
  lateDebit: {
    ...closed,
    ...{ open: 'forget', processing: 'await', failed: 'forget', expired: 'forget', unknown: 'loseLate' },
    ...{ paid: 'refundLatePayment', free: 'forget' },
  },
  paidLate: closed,
  real: { ...closed, leave: 'refuse' },
};

type Place = Pick<Selectable<CompanyTables['booking']>, 'status' | 'paymentStatus' | 'holdUntil'>;
type Progress = Pick<Selectable<CompanyTables['checkout']>, 'isProcessing' | 'settlingUntil'>;

export function checkoutState(
  { status, paymentStatus, holdUntil }: Place,
  { isProcessing, settlingUntil }: Progress,
  now: string,
): CheckoutState {
  const isOver = holdUntil !== null && holdUntil <= now;
  if (status === 'PENDING_PAYMENT') {
    if (settlingUntil !== null && settlingUntil > now) return 'settling';
    if (isProcessing) return isOver ? 'overdueDebit' : 'debit';
    return isOver ? 'over' : 'held';
  }
  if (status !== 'EXPIRED') return 'real';
  if (paymentStatus !== 'UNPAID') return 'paidLate';
  return isProcessing ? 'lateDebit' : 'expired';
}

export function outcomeOf(state: CheckoutState, step: CheckoutStep): CheckoutOutcome {
  return table[state][step];
}

export function stepOf(said: SessionState): CheckoutStep {
  return said.kind === 'paid' && said.payment.amountCents === 0 ? 'free' : said.kind;
}
