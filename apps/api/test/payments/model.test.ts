import type { WebhookEvent } from '@pv-planning/contract';
import type { Checkout } from '@pv-planning/contract/pages';
import { isApiError } from '@pv-planning/server-kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AdministrationError } from '../../src/company/administration-error.ts';
import type { ApiResponse } from '../support/api-client.ts';
import { openTestApi } from '../support/test-api.ts';
import {
  beginCheckout,
  cancel,
  covered,
  type Disturbance,
  decisiveTimes,
  enterBooking,
  isLive,
  kept,
  leave,
  look,
  type MadeRefund,
  type Model,
  type ModelBooking,
  type ModelReport,
  makeRefunds,
  observeCheckouts,
  processReports,
  refund,
  refundable,
  settle,
} from './payment-model.ts';

const soak = process.env.SOAK === '1';

// Dispatchers and events of the provider run at the steps of the model.
const { addPaidCompany, standIn, setClock, visitor, database, dispatch, refunds, payments } =
  await openTestApi({}, { payments: true, role: 'api' });
standIn.holdWebhooks();

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000];
const dayMs = 24 * hourMs;
const start = Date.parse('2026-03-16T08:00:00.000Z');
/** Long after the last step of a life, so that every change is in time. */
const slots = ['2026-09-07T07:00:00.000Z', '2026-09-07T08:00:00.000Z', '2026-09-14T07:00:00.000Z'];
const codes = { GRATIS: { percentOff: 100 }, ZEHN: { amountOff: 1_000 } };

const iso = (time: number) => new Date(time).toISOString();

interface World {
  company: Awaited<ReturnType<typeof addPaidCompany>>;
}

/** Lets the provider disturb all requests of an operation. */
function disturb(operation: Parameters<typeof standIn.disturb>[0], disturbance: Disturbance): void {
  const one = disturbance === 'late' ? { lateMs: 20 } : disturbance;
  standIn.disturb(operation, ...(one === 'none' ? [] : Array.from({ length: 40 }, () => one)));
}

async function disturbed<T>(
  operation: Parameters<typeof standIn.disturb>[0],
  disturbance: Disturbance,
  work: () => Promise<T>,
): Promise<T> {
  disturb(operation, disturbance);
  try {
    return await work();
  } finally {
    standIn.disturb(operation);
  }
}

/** Sets the clock, a bit apart from all times that decide something. */
function setTime(model: Model, time: number): void {
  model.now = time;
  const isNear = () =>
    decisiveTimes(model).some((decisive) => Math.abs(decisive - model.now) < 30 * secondMs);
  while (isNear()) model.now += 20 * secondMs;
  setClock(iso(model.now));
  for (const { session } of model.bookings) {
    if (session?.truth !== 'open' || session.expiresAt > model.now) continue;
    session.truth = 'expired';
    if (session.id === '') continue;
    // The provider does so within a second.
    expect(() => standIn.expire(session.id)).toThrow('expired');
  }
}

abstract class Step implements fc.AsyncCommand<Model, World> {
  check(_model: Readonly<Model>): boolean {
    return true;
  }
  protected abstract step(model: Model, world: World): Promise<void>;
  async run(model: Model, world: World): Promise<void> {
    setTime(model, model.now + minuteMs);
    model.raised = [];
    const events = await world.company.raisedBy(() => this.step(model, world));
    expect(events.map((event) => eventText(model, event)).sort()).toEqual(model.raised.toSorted());
    await requireSame(model, world);
  }
}

function eventText(model: Model, { type, data }: WebhookEvent): string {
  const index = model.bookings.findIndex(({ id }) => 'id' in data && data.id === id);
  const extra = [
    'refundAmountCents' in data && data.refundAmountCents,
    'refunded' in data && data.refunded,
    type === 'booking.payment_paid' && 'paymentMethod' in data && data.paymentMethod,
  ];
  const shown = type === 'booking.cancelled' ? [extra[1]] : extra.filter((value) => value !== false);
  return [index, type, ...shown].join(' ');
}

/** Compares all that the service and the provider have with the model. */
async function requireSame(model: Model, { company }: World): Promise<void> {
  const list = async (status?: 'PENDING_PAYMENT' | 'EXPIRED') =>
    (await company.api.call('listBookings', { query: { limit: 200, ...(status && { status }) } })).body.data;
  const lists = await Promise.all([list(), list('PENDING_PAYMENT'), list('EXPIRED')]);
  const stored = lists.flat().map((booking) => ({
    id: booking.id,
    status: booking.status,
    payment: [booking.paymentStatus, booking.paymentMethod, booking.amountPaidCents, booking.refundedCents],
    isCancelling: booking.cancelRequestedAt !== null,
  }));
  const expected = model.bookings.map((booking) => ({
    id: booking.id,
    status: booking.status,
    payment: [booking.paymentStatus, booking.method, booking.paidCents, booking.refundedCents],
    isCancelling: booking.cancelsWith !== null,
  }));
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(stored.sort(byId)).toEqual(expected.sort(byId));

  for (const { session } of model.bookings) {
    if (!session || session.truth === 'open' || session.paymentId === undefined) continue;
    const made = standIn.refunds(session.id).reverse();
    const simple = ({ amount, status }: { amount: number; status: string | null }) => ({ amount, status });
    expect(made.map(simple)).toEqual(session.refunds.map(simple));
    for (const [index, { id }] of made.entries()) (session.refunds[index] as MadeRefund).id = id;
  }

  const days = { from: '2026-09-07', to: '2026-09-14' };
  const offered = (await company.slots(company.slug, days)).body.slots.map(({ startsAt }) => startsAt);
  const free = slots.filter((startsAt) => isFree(model, Date.parse(startsAt)));
  expect(slots.filter((startsAt) => offered.includes(startsAt))).toEqual(free);
}

const isFree = ({ bookings }: Model, startsAt: number) =>
  !bookings.some((booking) => isLive(booking) && booking.startsAt === startsAt);

type Choice = number;
const pickFrom = <T>(items: readonly T[], pick: Choice): T => items[pick % items.length] as T;

class BeginCheckout extends Step {
  readonly slot: string;
  readonly disturbance: Disturbance;
  constructor(slot: string, disturbance: Disturbance) {
    super();
    this.slot = slot;
    this.disturbance = disturbance;
  }
  async step(model: Model, { company }: World) {
    const { slot: startsAt, disturbance } = this;
    const response = await disturbed('checkout.sessions.create', disturbance, () =>
      company.book({ startsAt }),
    );
    if (!isFree(model, Date.parse(startsAt))) {
      expect(response.error).toBe('slot_unavailable');
      return;
    }
    const isOpen = disturbance === 'none' || disturbance === 'late';
    expect(response.error).toBe(isOpen ? undefined : 'payment_provider_error');
    const { id, checkoutSessionId } = await company.newest();
    const token = isOpen ? response.body.token : undefined;
    const values = { id, startsAt: Date.parse(startsAt), token, sessionId: checkoutSessionId ?? undefined };
    beginCheckout(model, values, disturbance);
    covered.add(`checkout ${disturbance}`);
  }
  override toString = () => `BeginCheckout(${this.slot}, ${this.disturbance})`;
}

/** Returns the session that the service has learned by asking the provider for it again. */
async function sessionOf(bookingId: string): Promise<string> {
  const { checkoutSessionId } = await database.kysely
    .selectFrom('booking')
    .select('checkoutSessionId')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return checkoutSessionId ?? '';
}

class EnterBooking extends Step {
  readonly slot: string;
  readonly paymentStatus: 'FREE' | 'UNPAID' | 'PAID';
  constructor(slot: string, paymentStatus: EnterBooking['paymentStatus']) {
    super();
    this.slot = slot;
    this.paymentStatus = paymentStatus;
  }
  override check(model: Readonly<Model>) {
    return isFree(model, Date.parse(this.slot));
  }
  async step(model: Model, { company }: World) {
    const { slot: startsAt, paymentStatus } = this;
    const { body } = await company.api.call('createBooking', {
      body: {
        ...{ typeSlug: company.slug, startsAt, customer: { name: 'Erika Muster' } },
        ...(paymentStatus === 'FREE' && { priceCents: 0 }),
        ...(paymentStatus === 'PAID' && { settled: true }),
      },
    });
    enterBooking(model, { id: body.id, startsAt: Date.parse(startsAt), paymentStatus });
  }
  override toString = () => `EnterBooking(${this.slot}, ${this.paymentStatus})`;
}

/** A step about a booking. */
abstract class BookingStep extends Step {
  readonly pick: Choice;
  constructor(pick: Choice) {
    super();
    this.pick = pick;
  }
  /** The bookings that it can be about. */
  protected isPossible(_booking: ModelBooking): boolean {
    return true;
  }
  /** Whether it is refused by rule, which is to happen now and then only. */
  protected get isVain(): boolean {
    return this.pick % 4 === 0;
  }
  override check({ bookings }: Readonly<Model>) {
    return bookings.some((booking) => this.isPossible(booking));
  }
  protected abstract about(booking: ModelBooking, model: Model, world: World): Promise<void>;
  protected async step(model: Model, world: World) {
    const possible = model.bookings.filter((booking) => this.isPossible(booking));
    // Time has passed since the check.
    if (possible.length > 0) await this.about(pickFrom(possible, this.pick), model, world);
  }
  override toString() {
    return `${this.constructor.name}(${JSON.stringify({ ...this })})`;
  }
}

/** The customer pays at the provider. */
class Pay extends BookingStep {
  readonly by: 'card' | 'paypal' | 'sepa_debit' | keyof typeof codes;
  constructor(pick: Choice, by: Pay['by']) {
    super(pick);
    this.by = by;
  }
  override isPossible({ session, token }: ModelBooking) {
    return session?.truth === 'open' && token !== undefined;
  }
  async about({ session }: ModelBooking) {
    if (!session) return;
    const { by } = this;
    const method = by === 'GRATIS' || by === 'ZEHN' ? 'card' : by;
    const paid = standIn.pay(session.id, { method, ...(by in codes && { promotionCode: by }) });
    session.truth = by === 'GRATIS' ? 'free' : by === 'sepa_debit' ? 'processing' : 'paid';
    session.method = method;
    session.amount = paid.amount_total ?? 0;
    session.paymentId = paid.payment_intent === null ? undefined : String(paid.payment_intent);
  }
}

/** The customer's card is declined. */
class Decline extends Pay {
  constructor(pick: Choice) {
    super(pick, 'card');
  }
  override async about({ session }: ModelBooking) {
    if (session) standIn.fail(session.id);
  }
}

/** The bank responds to the debit. */
class FinishDebit extends BookingStep {
  readonly outcome: 'succeeded' | 'failed';
  constructor(pick: Choice, outcome: FinishDebit['outcome']) {
    super(pick);
    this.outcome = outcome;
  }
  override isPossible({ session }: ModelBooking) {
    return session?.truth === 'processing';
  }
  async about({ session }: ModelBooking) {
    if (!session) return;
    standIn.finishDebit(session.id, this.outcome);
    session.truth = this.outcome === 'succeeded' ? 'paid' : 'failed';
  }
}

class RefundInDashboard extends BookingStep {
  readonly cents: number | undefined;
  constructor(pick: Choice, cents: number | undefined) {
    super(pick);
    this.cents = cents;
  }
  override isPossible(booking: ModelBooking) {
    return !booking.session?.isDisputed && refundable(booking) >= (this.cents ?? 1);
  }
  async about(booking: ModelBooking) {
    const { session } = booking;
    if (!session) return;
    const amount = this.cents ?? refundable(booking);
    standIn.refund(session.id, this.cents);
    session.refunds.push({ id: undefined, amount, status: 'succeeded', wanted: undefined });
    covered.add('refund in the dashboard');
  }
}

/** The bank responds to a refund. */
class FinishRefund extends BookingStep {
  readonly status: 'succeeded' | 'failed';
  constructor(pick: Choice, status: FinishRefund['status']) {
    super(pick);
    this.status = status;
  }
  private finishable({ session }: ModelBooking) {
    return (
      session?.refunds.filter(
        ({ status }) => status === 'pending' || (status === 'succeeded' && this.status === 'failed'),
      ) ?? []
    );
  }
  override isPossible(booking: ModelBooking) {
    return this.finishable(booking).length > 0;
  }
  async about(booking: ModelBooking) {
    const made = pickFrom(this.finishable(booking), this.pick);
    standIn.finishRefund(made.id ?? '', this.status);
    made.status = this.status;
    covered.add(`refund ${this.status}`);
  }
}

class Dispute extends BookingStep {
  override isPossible({ session }: ModelBooking) {
    return session?.truth === 'paid' && !session.isDisputed;
  }
  async about({ session }: ModelBooking) {
    if (!session) return;
    standIn.dispute(session.id);
    session.isDisputed = true;
  }
}

class Cancel extends BookingStep {
  readonly by: 'team' | 'team, without a refund' | 'customer';
  readonly disturbance: Disturbance;
  constructor(pick: Choice, by: Cancel['by'], disturbance: Disturbance) {
    super(pick);
    this.by = by;
    this.disturbance = disturbance;
  }
  override isPossible({ token, status }: ModelBooking) {
    return (this.by !== 'customer' || token !== undefined) && (status === 'CONFIRMED' || this.isVain);
  }
  async about(booking: ModelBooking, model: Model, { company }: World) {
    const { id, token = '' } = booking;
    const { by, disturbance } = this;
    const response: Pick<ApiResponse, 'error'> = await disturbed('refunds.create', disturbance, () =>
      by === 'customer'
        ? visitor()('cancelByLink', { token }, { mayFail: true })
        : company.api.call('cancelBooking', {
            ...{ params: { id }, body: { refund: by === 'team' }, mayFail: true },
          }),
    );
    const wantsRefund = by !== 'team, without a refund';
    const error = cancel(model, booking, { wantsRefund, disturbance });
    expect(response.error).toBe(error);
    covered.add(`cancel: ${error}`);
  }
}

/** Returns the code of the error of an operator's command. */
async function errorOf(command: Promise<unknown>): Promise<string | undefined> {
  try {
    await command;
    return undefined;
  } catch (error) {
    if (error instanceof AdministrationError || isApiError(error)) return error.code;
    throw error;
  }
}

/** `booking refund` */
class Refund extends BookingStep {
  readonly cents: number | undefined;
  readonly disturbance: Disturbance;
  constructor(pick: Choice, cents: number | undefined, disturbance: Disturbance) {
    super(pick);
    this.cents = cents;
    this.disturbance = disturbance;
  }
  override isPossible(booking: ModelBooking) {
    return kept(booking) > 0 || this.isVain;
  }
  async about(booking: ModelBooking, model: Model, { company }: World) {
    const { cents: amount, disturbance } = this;
    const given = await disturbed('refunds.create', disturbance, () =>
      errorOf(refunds.refundBooking(company.id, booking.id, { amountCents: amount, isAgain: true })),
    );
    const error = refund(model, booking, { amount, disturbance });
    expect(given).toBe(error);
    covered.add(`refund: ${error}`);
  }
}

/** `booking settle` */
class Settle extends BookingStep {
  readonly disturbance: Disturbance;
  constructor(pick: Choice, disturbance: Disturbance) {
    super(pick);
    this.disturbance = disturbance;
  }
  override isPossible(booking: ModelBooking) {
    return (isLive(booking) && booking.paymentStatus === 'UNPAID') || this.isVain;
  }
  async about(booking: ModelBooking, model: Model, { company }: World) {
    const { disturbance } = this;
    const given = await disturbed('checkout.sessions.retrieve', disturbance, () =>
      errorOf(payments.settleBooking(company.id, booking.id)),
    );
    const error = settle(model, booking, disturbance);
    expect(given).toBe(error);
    covered.add(`settle: ${error}`);
  }
}

/** The customer leaves the checkout, or returns to it. */
class Visit extends BookingStep {
  readonly operation: 'deleteHold' | 'getCheckout';
  constructor(pick: Choice, operation: Visit['operation']) {
    super(pick);
    this.operation = operation;
  }
  override isPossible({ token }: ModelBooking) {
    return token !== undefined;
  }
  async about(booking: ModelBooking, model: Model) {
    const { token = '' } = booking;
    const response = await visitor()<Checkout>(this.operation, { token });
    if (this.operation === 'deleteHold') expect(response.error).toBe(leave(model, booking));
    else expect(response.body.state).toBe(look(model, booking));
  }
}

const kindOf = (type: string): ModelReport['kind'] =>
  type.startsWith('charge.dispute.') ? 'dispute' : 'refund';

/** Sends an event of the provider to the service, which may know it already. */
async function deliver(model: Model, event: ReturnType<typeof standIn.events>[number]): Promise<void> {
  const object = event.data.object as { id: string; payment_intent?: unknown };
  const paymentId = typeof object.payment_intent === 'string' ? object.payment_intent : undefined;
  const booking = model.bookings.find(
    ({ session }) =>
      session && (session.id === object.id || (paymentId !== undefined && session.paymentId === paymentId)),
  );
  // A checkout that the service does not know.
  if (!booking) return;
  expect(await standIn.sendWebhook(event)).toBe(200);
  const { id, type } = event;
  if (type.startsWith('checkout.session.')) {
    if (booking.isSessionKnown) Object.assign(booking, { dueAt: model.now, attempts: 0 });
    return;
  }
  if (model.reports.some((report) => report.id === id)) return;
  const lane = paymentId ?? object.id;
  model.reports.push({ id, kind: kindOf(type), lane, booking, attempts: 0, dueAt: model.now });
}

/** The provider reports something, which may be old, or known. What is never reported is lost. */
class Report extends Step {
  readonly pick: Choice;
  constructor(pick: Choice) {
    super();
    this.pick = pick;
  }
  async step(model: Model, { company }: World) {
    const events = standIn.events(company.account).reverse();
    if (events.length > 0) await deliver(model, pickFrom(events, this.pick));
  }
  override toString = () => `Report(${this.pick})`;
}

/** A dispatcher works for a moment. */
class Dispatch extends Step {
  readonly work: 'checkout' | 'refund' | 'providerEvent';
  readonly disturbance: Disturbance;
  constructor(work: Dispatch['work'], disturbance: Disturbance) {
    super();
    this.work = work;
    this.disturbance = disturbance;
  }
  override check({ bookings, reports, now }: Readonly<Model>) {
    const isDue = (time: number | null) => time !== null && time <= now + minuteMs;
    if (this.work === 'checkout') return bookings.some(({ dueAt }) => isDue(dueAt));
    if (this.work === 'providerEvent') return reports.some(({ dueAt }) => isDue(dueAt));
    return bookings.some(({ wanted }) =>
      wanted.some(({ status, dueAt }) => status === 'queued' && isDue(dueAt)),
    );
  }
  async step(model: Model, { company }: World) {
    const { work, disturbance } = this;
    if (work === 'checkout') {
      const isLate = disturbance === 'late';
      const possible = disturbance === '500' || isLate ? disturbance : 'none';
      await disturbed('checkout.sessions.retrieve', possible, () => dispatch(company.id, work));
      observeCheckouts(model, possible);
      for (const { id, session, isSessionKnown } of model.bookings)
        if (session && isSessionKnown) session.id ||= await sessionOf(id);
    } else if (work === 'refund') {
      await disturbed('refunds.create', disturbance, () => dispatch(company.id, work));
      makeRefunds(model, disturbance, false);
    } else {
      const possible = disturbance === '500' ? disturbance : 'none';
      disturb('paymentIntents.retrieve', possible);
      await disturbed('refunds.list', possible, () => dispatch(company.id, work));
      standIn.disturb('paymentIntents.retrieve');
      processReports(model, possible);
    }
  }
  override toString = () => `Dispatch(${this.work}, ${this.disturbance})`;
}

/** The provider cannot list refunds, before which none is made again. */
class DispatchWithoutList extends Step {
  override check(model: Readonly<Model>) {
    return new Dispatch('refund', 'none').check(model);
  }
  async step(model: Model, { company }: World) {
    await disturbed('refunds.list', '500', () => dispatch(company.id, 'refund'));
    makeRefunds(model, 'none', true);
  }
  override toString = () => 'DispatchWithoutList';
}

/** A customer books a slot, and pays. The provider reports it. */
class Buy extends Step {
  readonly slot: string;
  readonly by: Pay['by'];
  constructor(slot: string, by: Pay['by']) {
    super();
    this.slot = slot;
    this.by = by;
  }
  override check(model: Readonly<Model>) {
    return isFree(model, Date.parse(this.slot));
  }
  async step(model: Model, world: World) {
    await new BeginCheckout(this.slot, 'none').step(model, world);
    const booking = model.bookings.at(-1);
    const { company } = world;
    if (booking) await new Pay(0, this.by).about(booking);
    const [event] = standIn.events(company.account).reverse();
    if (event) await deliver(model, event);
    await new Dispatch('providerEvent', 'none').step(model, world);
    await new Dispatch('checkout', 'none').step(model, world);
  }
  override toString = () => `Buy(${this.slot}, ${this.by})`;
}

class Wait extends Step {
  readonly ms: number;
  constructor(ms: number) {
    super();
    this.ms = ms;
  }
  override check({ now, reports }: Readonly<Model>) {
    // The provider repeats a report for three days only.
    const isReported = this.ms < dayMs || reports.every(({ dueAt }) => dueAt === null);
    return isReported && now + this.ms < start + 120 * dayMs;
  }
  async step(model: Model) {
    setTime(model, model.now + this.ms);
  }
  override toString = () => `Wait(${this.ms / minuteMs} min)`;
}

const pick = fc.nat(30);
const slot = fc.constantFrom(...slots);
const rarely = (...disturbances: Disturbance[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Disturbance>('none') },
    { weight: 2, arbitrary: fc.constantFrom(...disturbances) },
  );
const refusals: Disturbance[] = ['500', '500-after', 'drop', 'rate-limit', 'pending', 'late'];
const cents = fc.constantFrom(undefined, 3_000);

const begin = fc
  .tuple(slot, rarely('500', '500-after', 'drop', 'rate-limit', 'late'))
  .map((args) => new BeginCheckout(...args));
const by = fc.constantFrom<Pay['by']>('card', 'card', 'paypal', 'sepa_debit', 'sepa_debit', 'GRATIS', 'ZEHN');
const pay = fc.tuple(pick, by).map((args) => new Pay(...args));
const buy = fc.tuple(slot, by).map((args) => new Buy(...args));
const dispatches = fc
  .tuple(
    fc.constantFrom('checkout' as const, 'checkout' as const, 'refund' as const, 'providerEvent' as const),
    rarely(...refusals),
  )
  .map((args) => new Dispatch(...args));

const commands = fc.commands(
  [
    begin,
    buy,
    buy,
    buy,
    fc
      .tuple(slot, fc.constantFrom('FREE' as const, 'UNPAID' as const, 'PAID' as const))
      .map((args) => new EnterBooking(...args)),
    pay,
    pay,
    pick.map((booking) => new Decline(booking)),
    fc
      .tuple(pick, fc.constantFrom('succeeded' as const, 'failed' as const))
      .map((args) => new FinishDebit(...args)),
    fc.tuple(pick, cents).map((args) => new RefundInDashboard(...args)),
    fc
      .tuple(pick, fc.constantFrom('succeeded' as const, 'failed' as const))
      .map((args) => new FinishRefund(...args)),
    pick.map((booking) => new Dispute(booking)),
    fc
      .tuple(
        pick,
        fc.constantFrom('team' as const, 'customer' as const, 'team, without a refund' as const),
        rarely(...refusals),
      )
      .map((args) => new Cancel(...args)),
    fc.tuple(pick, cents, rarely(...refusals)).map((args) => new Refund(...args)),
    fc.tuple(pick, rarely('500')).map((args) => new Settle(...args)),
    fc
      .tuple(pick, fc.constantFrom('deleteHold' as const, 'getCheckout' as const))
      .map((args) => new Visit(...args)),
    pick.map((event) => new Report(event)),
    pick.map((event) => new Report(event)),
    dispatches,
    dispatches,
    dispatches,
    fc.constant(new DispatchWithoutList()),
    fc.constantFrom(6 * minuteMs, 40 * minuteMs, 7 * hourMs, 15 * dayMs).map((ms) => new Wait(ms)),
  ],
  { maxCommands: 40, size: 'max' },
);

/** Completes everything: banks respond, the provider sends its remaining events, and dispatchers do all due work. */
async function end(model: Model, world: World): Promise<void> {
  const { company } = world;
  standIn.disturb('refunds.create');
  for (const booking of model.bookings) {
    const { session } = booking;
    if (session?.truth === 'processing') await new FinishDebit(0, 'succeeded').about(booking);
  }
  const isQueued = () =>
    model.bookings.some(
      ({ dueAt, wanted }) => dueAt !== null || wanted.some(({ status }) => status === 'queued'),
    ) || model.reports.some(({ dueAt }) => dueAt !== null);
  class ReportAll extends Step {
    async step(): Promise<void> {
      for (const event of standIn.events(company.account))
        if (/^(refund|charge\.refunded)/.test(event.type)) await deliver(model, event);
    }
  }
  for (let rounds = 0; rounds < 20 && (rounds === 0 || isQueued()); rounds += 1) {
    await new Wait(7 * hourMs).run(model, world);
    await new ReportAll().run(model, world);
    for (const work of ['checkout', 'providerEvent', 'refund'] as const)
      await new Dispatch(work, 'none').run(model, world);
  }
  await requireEnd(model, world);
}

/** Invariants at the end. */
async function requireEnd({ bookings, history }: Model, { company }: World): Promise<void> {
  for (const table of ['checkout', 'refund', 'providerEvent'] as const) {
    const queued = database.kysely
      .selectFrom(table)
      .select('id')
      .where('companyId', '=', company.id)
      .where('status', '=', 'queued');
    expect([table, await queued.execute()]).toEqual([table, []]);
  }
  for (const booking of bookings) {
    const { status, paymentStatus, paidCents, refundedCents, session, method } = booking;
    const events = history.get(booking) ?? [];
    const raised = (type: string) => events.filter((event) => event.startsWith(type)).length;
    expect(['CONFIRMED', 'CANCELLED', 'EXPIRED']).toContain(status);
    if (status === 'EXPIRED') expect(events).toEqual([]);
    else
      expect([raised('booking.created'), raised('booking.cancelled')]).toEqual([
        1,
        Number(status === 'CANCELLED'),
      ]);
    if (session?.truth === 'paid') {
      const back = session.amount - refundable(booking);
      expect([paidCents, refundedCents]).toEqual([session.amount, back]);
      expect(paymentStatus).toBe(back === session.amount ? 'REFUNDED' : 'PAID');
      if (status !== 'EXPIRED') expect(raised('booking.payment_paid')).toBe(1);
      const isLost = session.isDisputed || session.refunds.some((made) => made.status === 'failed');
      // Nobody keeps the money of a checkout that has expired.
      if (status === 'EXPIRED' && !isLost) expect(back).toBe(session.amount);
    } else expect([paidCents, raised('booking.payment_paid')]).toEqual([null, Number(method === 'manual')]);
  }
}

async function newWorld(): Promise<{ model: Model; real: World }> {
  setClock(iso(start));
  const company = await addPaidCompany({ maxAdvanceDays: 365 });
  company.sendEvents();
  for (const [code, terms] of Object.entries(codes))
    standIn.createPromotionCode(company.account, { code, ...terms });
  // Half a minute from full minutes.
  const model: Model = {
    now: start + 30 * secondMs,
    bookings: [],
    reports: [],
    raised: [],
    history: new Map(),
  };
  return { model, real: { company } };
}

test('random lives of bookings with a price have the states, events and money of the model', async () => {
  const property = fc.asyncProperty(buy, commands, async (first, sequence) => {
    const { model, real } = await newWorld();
    await first.run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    await end(model, real);
  });
  await fc.assert(property, { numRuns: soak ? 300 : 10 });
  if (!soak) return;
  for (const rare of [
    'late payment',
    'debit for too long',
    'rest of a cancellation',
    'cancel: refund_refused',
  ])
    expect(covered).toContain(rare);
  for (const command of ['cancel', 'refund', 'settle'])
    expect(covered).toContain(`${command}: payment_provider_error`);
}, 3_600_000);
