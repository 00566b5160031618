import type { Booking } from '@pv-planning/contract';

/**
 * The expected state of the service and the payment provider, as a plain state machine: bookings with a price, the money at the
 * provider, and the work that is queued for dispatchers. Times are epoch milliseconds.
 */

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000];

export const priceCents = 9_900;

/** The provider lets a session expire after the time of the hold, and the slot is free five minutes later. */
const [sessionMs, graceMs] = [31 * minuteMs, 5 * minuteMs];
const openCheckMs = 5 * minuteMs;
const [debitCheckMs, debitMs] = [6 * hourMs, 14 * dayMs];
const endedCheckMs = 10 * secondMs;
/** Time for which a request asks the provider for a refund before dispatchers do. */
const ownTimeMs = 60 * secondMs;
/** Time for which dispatchers let the team settle a booking. */
const settlingMs = 60 * secondMs;
/** Maximum time to begin a checkout. */
const holdBeforeCheckoutMs = 3 * minuteMs;

/** The provider's responses to requests of an operation. */
export type Disturbance = 'none' | '500' | '500-after' | 'drop' | 'rate-limit' | 'pending' | 'late';

/** The state of a session at the provider. */
type SessionTruth = 'open' | 'expired' | 'processing' | 'failed' | 'paid' | 'free';

/** A refund at the provider. */
export interface MadeRefund {
  /** Unknown until the provider is looked at. */
  id: string | undefined;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** The refund of the service for which it was made; undefined for one of the dashboard. */
  wanted: WantedRefund | undefined;
}

/** A refund for which the service asks the provider. */
export interface WantedRefund {
  cause: 'cancellation' | 'team' | 'late_payment';
  amount: number;
  status: 'queued' | 'done' | 'failed';
  keyNumber: number;
  /** Number of requests by dispatchers. */
  attempts: number;
  /** The provider's answers, by number of the key. */
  saved: Map<number, 'refunded' | '500' | 'refused'>;
  createdAt: number;
  dueAt: number;
}

export interface ModelBooking {
  id: string;
  startsAt: number;
  status: Booking['status'];
  paymentStatus: Booking['paymentStatus'];
  method: Booking['paymentMethod'];
  paidCents: number | null;
  refundedCents: number;
  /** Null for a booking by the team, or without a session. */
  session: {
    /** Empty until the service has learned it. */
    id: string;
    truth: SessionTruth;
    expiresAt: number;
    /** The id of its payment at the provider, once somebody has tried to pay. */
    paymentId: string | undefined;
    amount: number;
    method: ModelBooking['method'];
    isDisputed: boolean;
    /** Oldest first. */
    refunds: MadeRefund[];
  } | null;
  /** Refunds at the provider that the service knows. */
  known: Map<MadeRefund, MadeRefund['status']>;
  token: string | undefined;
  holdUntil: number | null;
  /** When dispatchers look at the checkout; null if they do not. */
  dueAt: number | null;
  /** Number of failures since. */
  attempts: number;
  /** Until when dispatchers let the team settle the booking; null if they need not. */
  settlingUntil: number | null;
  /** Whether the service has learned the id of the session. */
  isSessionKnown: boolean;
  /** Whether the service knows the payment. */
  isPaymentKnown: boolean;
  isProcessing: boolean;
  wanted: WantedRefund[];
  /** The refund for which a cancellation waits. */
  cancelsWith: WantedRefund | null;
}

/** A report of the provider that the service has received. */
export interface ModelReport {
  id: string;
  kind: 'refund' | 'dispute';
  lane: string;
  booking: ModelBooking;
  /** Number of failed attempts to process it. */
  attempts: number;
  /** Null once processed. */
  dueAt: number | null;
}

export interface Model {
  now: number;
  bookings: ModelBooking[];
  reports: ModelReport[];
  /** The events that a step raises, as texts. */
  raised: string[];
  /** Events raised in all steps, by booking. */
  history: Map<ModelBooking, string[]>;
}

/** Cases that have occurred in all lives. */
export const covered = new Set<string>();

export const isLive = ({ status }: ModelBooking) => status === 'PENDING_PAYMENT' || status === 'CONFIRMED';
const isReal = ({ status }: ModelBooking) => status !== 'PENDING_PAYMENT' && status !== 'EXPIRED';
const isCounted = (status: MadeRefund['status'] | undefined) =>
  status === 'pending' || status === 'succeeded';
const rank = { pending: 1, succeeded: 2, failed: 3 } as const;

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);

export const kept = ({ paymentStatus, paidCents, refundedCents }: ModelBooking) =>
  paymentStatus === 'PAID' ? (paidCents ?? priceCents) - refundedCents : 0;

/** The amount that the provider can still refund. */
export const refundable = ({ session }: ModelBooking) =>
  session?.truth === 'paid'
    ? session.amount -
      sum(session.refunds.filter(({ status }) => isCounted(status)).map(({ amount }) => amount))
    : 0;

export function raise(model: Model, booking: ModelBooking, ...events: string[]): void {
  for (const event of events) model.raised.push(`${model.bookings.indexOf(booking)} ${event}`);
  model.history.set(booking, [...(model.history.get(booking) ?? []), ...events]);
}

const refundEvent = (amount: number) => `booking.payment_refunded ${amount}`;

/** The booking is real. */
function confirm(model: Model, booking: ModelBooking, values: Partial<ModelBooking>): void {
  Object.assign(booking, values, { status: 'CONFIRMED', holdUntil: null, isProcessing: false });
  raise(model, booking, 'booking.created');
  if (booking.paymentStatus === 'PAID') raise(model, booking, `booking.payment_paid ${booking.method}`);
}

export function expire(booking: ModelBooking): void {
  booking.status = 'EXPIRED';
  booking.holdUntil = null;
  booking.isProcessing = false;
}

/** The service decides by the session as read from the provider. */
function decide(model: Model, booking: ModelBooking, truth: SessionTruth): void {
  const { now } = model;
  const { session, status, holdUntil } = booking;
  const isPending = status === 'PENDING_PAYMENT';
  const next = (ms: number) =>
    holdUntil !== null && holdUntil <= now ? now + endedCheckMs : Math.min(now + ms, holdUntil ?? Infinity);
  booking.dueAt = null;
  booking.attempts = 0;
  if (truth === 'paid' && session) {
    const { amount: paidCents, method } = session;
    const paid = { paymentStatus: 'PAID', paidCents, method, isPaymentKnown: true } as const;
    if (isPending) confirm(model, booking, paid);
    else if (status === 'EXPIRED' && booking.paymentStatus === 'UNPAID') {
      covered.add('late payment');
      Object.assign(booking, paid);
      want(booking, { cause: 'late_payment', amount: paidCents, createdAt: now, dueAt: now });
    }
  } else if (truth === 'free') {
    if (isPending) confirm(model, booking, { paymentStatus: 'FREE', method: null });
  } else if (truth === 'open') {
    if (isPending) booking.dueAt = next(openCheckMs);
  } else if (truth === 'processing') {
    booking.dueAt = next(debitCheckMs);
    const isOver = booking.isProcessing && holdUntil !== null && holdUntil <= now;
    if (isPending && isOver) covered.add('debit for too long');
    if (isPending && isOver) expire(booking);
    else if (isPending && !booking.isProcessing)
      Object.assign(booking, { isProcessing: true, holdUntil: now + debitMs });
  } else if (isPending) expire(booking);
}

export function want(
  booking: ModelBooking,
  wanted: Pick<WantedRefund, 'cause' | 'amount' | 'createdAt' | 'dueAt'>,
): WantedRefund {
  const refund: WantedRefund = { ...wanted, status: 'queued', keyNumber: 1, attempts: 0, saved: new Map() };
  booking.wanted.push(refund);
  return refund;
}

/** A dispatcher looks at the checkouts that are due. */
export function observeCheckouts(model: Model, disturbance: Disturbance): void {
  const { now } = model;
  for (const booking of model.bookings) {
    const { session, status, holdUntil } = booking;
    if (booking.dueAt === null || booking.dueAt > now) continue;
    const isOver = status !== 'PENDING_PAYMENT' || (holdUntil !== null && holdUntil <= now);
    const isFailing = disturbance === '500';
    // Dispatchers learn which session was created, unless the booking needs none any more.
    if (session && status === 'PENDING_PAYMENT') booking.isSessionKnown = true;
    if (!session || !booking.isSessionKnown) decide(model, booking, 'expired');
    else if (isFailing) {
      booking.attempts += 1;
      booking.dueAt = now + pause(booking.attempts);
    } else {
      if (session.truth === 'open' && isOver) session.truth = 'expired';
      decide(model, booking, session.truth);
    }
  }
}

/** The service stores refunds as read from the provider. */
function learn(model: Model, booking: ModelBooking, refunds: readonly MadeRefund[]): void {
  const { known, cancelsWith } = booking;
  const added: number[] = [];
  let hasLost = false;
  for (const refund of refunds) {
    const { status, amount, wanted } = refund;
    const before = known.get(refund);
    if (before && rank[before] >= rank[status]) continue;
    known.set(refund, status);
    if (wanted) wanted.status = 'done';
    if (isCounted(status) && !isCounted(before)) added.push(amount);
    if (!isCounted(status) && isCounted(before)) hasLost = true;
  }
  const counted = [...known].filter(([, status]) => isCounted(status));
  const refundedCents = sum(counted.map(([{ amount }]) => amount));
  const isOver = refundedCents === booking.paidCents;
  const own = cancelsWith && [...known].find(([{ wanted }]) => wanted === cancelsWith);
  const isCancelled = cancelsWith !== null && (isOver || isCounted(own?.[1]));
  if (added.length > 0 || hasLost || isCancelled) {
    booking.refundedCents = refundedCents;
    booking.paymentStatus = isOver ? 'REFUNDED' : 'PAID';
  }
  if (isCancelled) {
    booking.status = 'CANCELLED';
    booking.cancelsWith = null;
    if (cancelsWith.status === 'queued') cancelsWith.status = 'failed';
    raise(model, booking, 'booking.cancelled true');
  } else if (own) booking.cancelsWith = null;
  if (isReal(booking)) raise(model, booking, ...added.map(refundEvent));
}

/** The provider is asked to make a refund. */
function create(booking: ModelBooking, wanted: WantedRefund, disturbance: Disturbance) {
  const { session } = booking;
  if (!session) throw new Error('Nothing was paid at the provider.');
  if (disturbance === 'rate-limit') return 'unclear';
  const rest = refundable(booking);
  let answer = wanted.saved.get(wanted.keyNumber);
  if (answer === undefined) {
    answer = disturbance === '500' || disturbance === '500-after' ? '500' : 'refunded';
    const isPossible = !session.isDisputed && wanted.amount <= rest;
    if (disturbance !== '500' && !isPossible) answer = 'refused';
    if (disturbance !== '500' && isPossible)
      session.refunds.push({
        id: undefined,
        amount: wanted.amount,
        status: disturbance === 'pending' ? 'pending' : 'succeeded',
        wanted,
      });
    wanted.saved.set(wanted.keyNumber, answer);
  }
  if (disturbance === 'drop') return 'unclear';
  // The provider would repeat its error for the same key.
  if (answer === '500') wanted.keyNumber += 1;
  return answer === '500' ? 'unclear' : answer;
}

interface Asking {
  disturbance: Disturbance;
  /** Whether the provider cannot list refunds. */
  isListFailing?: boolean;
  /** Whether the refund may exist, so that it is looked up first. */
  mayExist: boolean;
  /** When dispatchers ask the provider for the rest. */
  restDueAt: number;
}

/**
 * The service requests a refund from the provider, and the rest if others have refunded a part.
 *
 * @returns the outcome for the caller of a request
 */
export function ask(
  model: Model,
  booking: ModelBooking,
  wanted: WantedRefund,
  { disturbance, isListFailing = false, mayExist, restDueAt }: Asking,
): 'refunded' | 'unclear' | 'refused' {
  const { session } = booking;
  if (mayExist && isListFailing) return 'unclear';
  const existing = () => session?.refunds.find((refund) => refund.wanted === wanted);
  const found = mayExist ? existing() : undefined;
  const answer = found ? 'refunded' : create(booking, wanted, disturbance);
  if (answer === 'unclear') return 'unclear';
  const made = existing();
  if (answer === 'refunded' && made) {
    learn(model, booking, [made]);
    return 'refunded';
  }
  if (isListFailing) return 'unclear';
  learn(model, booking, session?.refunds.toReversed() ?? []);
  const rest = kept(booking);
  if (wanted.cause !== 'team' && wanted.status === 'queued' && rest > 0 && rest < wanted.amount) {
    covered.add(`rest of a ${wanted.cause}`);
    const attempts = Math.min(wanted.attempts, 1);
    Object.assign(wanted, { amount: rest, keyNumber: wanted.keyNumber + 1, dueAt: restDueAt, attempts });
    const again = { disturbance, isListFailing, restDueAt, mayExist };
    return ask(model, booking, wanted, again);
  }
  covered.add(`refused ${wanted.cause}`);
  // The payment was refunded otherwise.
  if (booking.status === 'CANCELLED' && wanted.cause === 'cancellation') return 'refunded';
  if (wanted.status === 'queued') wanted.status = 'failed';
  if (booking.cancelsWith === wanted) booking.cancelsWith = null;
  return 'refused';
}

/** The pause of dispatchers after this many failures. */
const pause = (attempts: number) => Math.min(10 * secondMs * 1.5 ** Math.max(attempts - 1, 0), 10 * minuteMs);

/** When dispatchers ask the provider again for a refund. */
export const nextAsking = ({ attempts }: WantedRefund, now: number) => now + pause(attempts);

/** A dispatcher asks the provider for the refunds that are due, those of a booking in their order. */
export function makeRefunds(model: Model, disturbance: Disturbance, isListFailing: boolean): void {
  const { now } = model;
  for (const booking of model.bookings)
    for (;;) {
      const wanted = booking.wanted.find(({ status }) => status === 'queued');
      if (!wanted || wanted.dueAt > now) break;
      wanted.attempts += 1;
      const answer = ask(model, booking, wanted, {
        ...{ disturbance, isListFailing, mayExist: true, restDueAt: now },
      });
      if (answer === 'unclear') wanted.dueAt = nextAsking(wanted, now);
    }
}

/** A dispatcher processes the reports that are due. */
export function processReports(model: Model, disturbance: Disturbance): void {
  const { now, reports } = model;
  const waiting = new Set<string>();
  for (const report of reports) {
    const { kind, lane, booking } = report;
    if (report.dueAt === null || waiting.has(lane)) continue;
    const later = () => {
      report.attempts += 1;
      report.dueAt = now + pause(report.attempts);
      waiting.add(lane);
    };
    if (report.dueAt > now) waiting.add(lane);
    else if (kind === 'refund' && disturbance === '500') later();
    else if (kind === 'refund' && !booking.isPaymentKnown) {
      covered.add('refund of an unknown payment');
      booking.dueAt = now;
      booking.attempts = 0;
      later();
    } else {
      report.dueAt = null;
      if (kind === 'refund') learn(model, booking, booking.session?.refunds.toReversed() ?? []);
    }
  }
}

/** A customer begins a checkout, which the provider creates, or not. */
export function beginCheckout(
  model: Model,
  values: Pick<ModelBooking, 'id' | 'startsAt' | 'token'> & { sessionId: string | undefined },
  disturbance: Disturbance,
): void {
  const { now } = model;
  const { sessionId, ...booking } = values;
  const expiresAt = now + sessionMs;
  const isOpen = disturbance === 'none' || disturbance === 'late';
  const begun: ModelBooking = {
    ...booking,
    ...unpaid,
    status: 'PENDING_PAYMENT',
    known: new Map(),
    holdUntil: isOpen ? expiresAt + graceMs : now,
    dueAt: isOpen ? now + openCheckMs : disturbance === 'drop' ? now : now + holdBeforeCheckoutMs,
    isSessionKnown: isOpen,
    wanted: [],
    session:
      isOpen || disturbance === 'drop'
        ? {
            ...{ id: sessionId ?? '', truth: 'open', expiresAt, paymentId: undefined },
            ...{ amount: priceCents, method: null, isDisputed: false, refunds: [] },
          }
        : null,
  };
  model.bookings.push(begun);
  if (!isOpen && disturbance !== 'drop') expire(begun);
}

const unpaid = {
  paymentStatus: 'UNPAID' as const,
  ...{ method: null, paidCents: null, refundedCents: 0, attempts: 0 },
  ...{ isPaymentKnown: false, isProcessing: false, cancelsWith: null, settlingUntil: null },
};

/** The team enters a booking. */
export function enterBooking(
  model: Model,
  { id, startsAt, paymentStatus }: Pick<ModelBooking, 'id' | 'startsAt' | 'paymentStatus'>,
): void {
  const entered: ModelBooking = {
    ...unpaid,
    ...{ id, startsAt, status: 'CONFIRMED', known: new Map(), token: undefined },
    ...{ holdUntil: null, dueAt: null, isSessionKnown: false, wanted: [], session: null },
    paymentStatus,
    method: paymentStatus === 'PAID' ? 'manual' : null,
  };
  model.bookings.push(entered);
  raise(model, entered, 'booking.created');
  if (paymentStatus === 'PAID') raise(model, entered, 'booking.payment_paid manual');
}

/** @returns the error that the caller gets */
export function cancel(
  model: Model,
  booking: ModelBooking,
  { wantsRefund, disturbance }: { wantsRefund: boolean; disturbance: Disturbance },
): string | undefined {
  if (booking.status !== 'CONFIRMED') return 'booking_not_confirmed';
  if (booking.cancelsWith) return 'cancel_in_progress';
  const { now } = model;
  const amount = wantsRefund && booking.method !== 'manual' ? kept(booking) : 0;
  if (amount === 0) {
    booking.status = 'CANCELLED';
    raise(model, booking, `booking.cancelled ${booking.refundedCents > 0}`);
    return undefined;
  }
  const dueAt = now + ownTimeMs;
  const wanted = want(booking, { cause: 'cancellation', amount, createdAt: now, dueAt });
  booking.cancelsWith = wanted;
  const answer = ask(model, booking, wanted, { disturbance, mayExist: false, restDueAt: dueAt });
  if (answer === 'unclear') wanted.dueAt = now;
  return { refunded: undefined, unclear: 'payment_provider_error', refused: 'refund_refused' }[answer];
}

/** The team gives money back without cancelling. @returns the error that it gets */
export function refund(
  model: Model,
  booking: ModelBooking,
  { amount, disturbance }: { amount: number | undefined; disturbance: Disturbance },
): string | undefined {
  const notRefundable = 'booking_not_refundable';
  const rest = kept(booking);
  const given = amount ?? rest;
  if (!isReal(booking) || booking.cancelsWith || rest === 0 || given > rest) return notRefundable;
  const { now } = model;
  if (booking.method === 'manual') {
    booking.refundedCents += given;
    if (booking.refundedCents === priceCents) booking.paymentStatus = 'REFUNDED';
    raise(model, booking, refundEvent(given));
    return undefined;
  }
  if (booking.wanted.some(({ cause, status }) => cause === 'team' && status === 'queued'))
    return notRefundable;
  const dueAt = now + ownTimeMs;
  const wanted = want(booking, { cause: 'team', amount: given, createdAt: now, dueAt });
  const answer = ask(model, booking, wanted, { disturbance, mayExist: true, restDueAt: now });
  if (answer === 'unclear') wanted.dueAt = nextAsking(wanted, now);
  return { refunded: undefined, unclear: 'payment_provider_error', refused: notRefundable }[answer];
}

/** The team says that the customer has paid it. @returns the error that it gets */
export function settle(model: Model, booking: ModelBooking, disturbance: Disturbance): string | undefined {
  const { session, status, paymentStatus } = booking;
  const notPayable = 'booking_not_payable';
  if (!isLive(booking) || paymentStatus !== 'UNPAID') return notPayable;
  const manual = { paymentStatus: 'PAID', method: 'manual' } as const;
  if (status === 'CONFIRMED') {
    Object.assign(booking, manual);
    raise(model, booking, 'booking.payment_paid manual');
    return undefined;
  }
  if (session && booking.isSessionKnown) {
    booking.settlingUntil = model.now + settlingMs;
    if (disturbance === '500') return 'payment_provider_error';
    if (session.truth === 'open') session.truth = 'expired';
    if (session.truth === 'processing') return notPayable;
    if (session.truth === 'paid' || session.truth === 'free') {
      const { dueAt } = booking;
      decide(model, booking, session.truth);
      booking.dueAt = dueAt;
      return undefined;
    }
  }
  confirm(model, booking, manual);
  return undefined;
}

/** The customer does not want to pay. @returns the error that the customer gets */
export function leave({ now }: Model, booking: ModelBooking): string | undefined {
  const { status, isProcessing, session } = booking;
  if (status === 'EXPIRED') return undefined;
  if (status !== 'PENDING_PAYMENT' || isProcessing) return 'checkout_closed';
  if (session?.truth === 'open') session.truth = 'expired';
  if (session && ['processing', 'paid', 'free'].includes(session.truth)) return 'checkout_closed';
  booking.holdUntil = now;
  booking.dueAt = now;
  booking.attempts = 0;
  return undefined;
}

/** The customer looks at the checkout. @returns its state */
export function look({ now }: Model, booking: ModelBooking): string {
  const { status, isProcessing, dueAt } = booking;
  if (status === 'EXPIRED') return 'EXPIRED';
  if (status !== 'PENDING_PAYMENT') return 'BOOKED';
  if (isProcessing) return 'PROCESSING';
  if (dueAt !== null && dueAt > now && dueAt <= now + openCheckMs - 3 * secondMs) booking.dueAt = now;
  return 'OPEN';
}

/** Times at which the service's behavior changes. The clock stays away from them, because every step takes a while. */
export const decisiveTimes = ({ bookings, reports }: Model) =>
  [
    ...bookings.flatMap(({ holdUntil, dueAt, settlingUntil, session, wanted }) => [
      ...[holdUntil, dueAt, settlingUntil, session?.truth === 'open' ? session.expiresAt : null],
      ...wanted.filter(({ status }) => status === 'queued').map((refund) => refund.dueAt),
    ]),
    ...reports.map(({ dueAt }) => dueAt),
  ].filter((time) => time !== null);
