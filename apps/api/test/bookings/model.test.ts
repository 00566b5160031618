import { type Booking, states, type WebhookEvent } from '@pv-planning/contract';
import { unknownOwners } from '@pv-planning/database';
import { mailAddress, parseSmtpUrl } from '@pv-planning/mail';
import { startTestSmtpServer } from '@pv-planning/mail/testing';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testLog } from '../../../../scripts/test-log.ts';
import { remindCustomers } from '../../src/appointments/bookings/mails/remind-customers.ts';
import { createLinks } from '../../src/kernel/links/links.ts';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { movedClock } from '../../src/kernel/records/change-time.ts';
import { startMails } from '../../src/server/background/mails.ts';
import type { ApiResponse } from '../support/api-client.ts';
import { storedBookings } from '../support/stored-bookings.ts';
import { openTestApi } from '../support/test-api.ts';
import { secretKey, type TestCompany } from '../support/test-company.ts';

const soak = process.env.SOAK === '1';

// Mails are sent by the commands of the model only.
const { database, addCompany, setClock, runTask, url } = await openTestApi(
  { trustProxy: 1 },
  { role: 'api' },
);
const contents = mailContents({ secretKey });
const smtp = await startTestSmtpServer();
afterAll(() => smtp.close());

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A Monday, with winter time: 08:00 in Germany is 07:00 UTC. */
const midnight = Date.parse('2026-03-23T00:00:00.000Z');
const dayMs = 24 * hourMs;
/** The working hours of each day. */
const [opens, closes] = [7 * hourMs, 15 * hourMs];
const [minutesBefore, minutesAfter] = [15, 30];
/** Minimum notice for bookings, moves and cancellations by customers. */
const noticeMs = 120 * minuteMs;
/** Delays after the first attempt to send a mail, the second and so on, in minutes. */
/** Until a mail is sent again. */
const mailPause = (attempts: number) => Math.min(10_000 * 1.5 ** (attempts - 1), 10 * minuteMs);
/** Capacity of the type without planners. */
const capacity = 2;
const companyAddress = 'team@dachwerk.example';

let clockOffsetMs = 0;

/** Sets the clock of the service and of the commands. */
function setNow(time: number): void {
  setClock(iso(time));
  clockOffsetMs = time - Date.now();
}

const iso = (time: number) => new Date(time).toISOString();

type Status = Booking['status'];
type Action = keyof typeof states.booking.actions;

interface ModelBooking {
  status: Status;
  startsAt: number;
  minutes: number;
  plannerId: string | null;
  /** Lane of an appointment of the type without planners; null for others. */
  lane: string | null;
  email: string | null;
  priceCents: number;
  followUpOf: string | null;
  /** SEQUENCE of the entries in the calendars of the customer and the planner. */
  sequence: number;
  /** The order in which bookings were made. */
  number: number;
}

interface ModelMail {
  bookingId: string;
  kind: string;
  to: string;
  /** SEQUENCE of the entry in the calendar of the recipient; null without one. */
  sequence: number | null;
  createdAt: number;
  attempts: number;
  dueAt: number;
  isSent: boolean;
  /** A reminder that could not be sent before the appointment. */
  isSkipped: boolean;
}

interface Planner {
  id: string;
  email: string;
  isActive: boolean;
}

/** The expected state of the service. */
interface Model {
  now: number;
  planners: Planner[];
  bookings: Map<string, ModelBooking>;
  /** Slots that are kept for customers who must confirm them. */
  kept: { plannerId: string; startsAt: number; until: number }[];
  mails: ModelMail[];
}

interface World {
  company: TestCompany;
  slug: string;
  /** Of the type without planners. */
  laneSlug: string;
}

type NewMail = Pick<ModelMail, 'kind' | 'to' | 'sequence'>;

/** The expected outcome: an error, or the events and mails of the booking, which is changed by `change`. */
type Expected =
  | { error: string }
  | {
      events: string[];
      mails: NewMail[];
      extra?: Record<string, unknown>;
      change?: Partial<ModelBooking>;
      dropsReminders?: true;
    };

const nothing = { events: [], mails: [] };
const refusal = (error: string) => ({ error });

const live: readonly Status[] = ['CONFIRMED', 'COMPLETED', 'NO_SHOW'];

function isBusy(
  { bookings, kept, now }: Model,
  resource: string,
  startsAt: number,
  minutes: number,
  except?: string,
) {
  const from = startsAt - minutesBefore * minuteMs;
  const to = startsAt + (minutes + minutesAfter) * minuteMs;
  const isKept = kept.some(
    ({ plannerId, startsAt: start, until }) =>
      plannerId === resource && now < until && start < to && from < start + hourMs,
  );
  if (isKept) covered.add('kept slot');
  if (isKept) return true;
  return [...bookings].some(
    ([id, other]) =>
      id !== except &&
      (other.plannerId ?? other.lane) === resource &&
      live.includes(other.status) &&
      other.startsAt - minutesBefore * minuteMs < to &&
      from < other.startsAt + (other.minutes + minutesAfter) * minuteMs,
  );
}

function isOpen(startsAt: number, minutes: number): boolean {
  const timeOfDay = (startsAt - midnight) % dayMs;
  return opens <= timeOfDay && timeOfDay + minutes * minuteMs <= closes;
}

/** The next planner in turn: the one with the fewest appointments, then the one who has waited longest. */
function nextPlanner({ bookings }: Model, planners: readonly Planner[]): string | undefined {
  const ranked = planners.map(({ id }) => {
    const own = [...bookings.values()].filter(
      ({ plannerId, status }) => plannerId === id && live.includes(status),
    );
    return { id, load: own.length, last: Math.max(-1, ...own.map(({ number }) => number)) };
  });
  ranked.sort((a, b) => a.load - b.load || a.last - b.last || (a.id < b.id ? -1 : 1));
  return ranked[0]?.id;
}

interface Wanted {
  startsAt: number;
  minutes: number;
  /** Undefined: by turn; null: nobody. */
  plannerId: string | null | undefined;
  isOutsideAllowed: boolean;
  isByCustomer?: boolean;
  /** Whether the type has no planners. */
  hasLanes: boolean;
}

type Placed = Pick<ModelBooking, 'plannerId' | 'lane'>;

/** Returns who takes an appointment, or the lane in which it takes place, or why neither is possible. */
function place(model: Model, wanted: Wanted, except?: string): Placed | { error: string } {
  const { startsAt, minutes, plannerId, isOutsideAllowed, isByCustomer = false, hasLanes } = wanted;
  if (hasLanes && typeof plannerId === 'string') return refusal('planner_unavailable');
  const named = model.planners.find(({ id }) => id === plannerId);
  if (named && !named.isActive) return refusal('member_inactive');
  // Customers choose slots, which start at full hours.
  if (isByCustomer && (startsAt < model.now + noticeMs || startsAt % hourMs !== 0))
    return refusal('slot_unavailable');
  if (startsAt < model.now) return refusal('invalid_request');
  if (hasLanes) {
    const lanes = Array.from({ length: capacity }, (_, index) => `lane ${index}`);
    const lane = lanes.find((one) => !isBusy(model, one, startsAt, minutes, except));
    if (lane === undefined) covered.add('all lanes taken');
    const isPossible = lane !== undefined && (isOutsideAllowed || isOpen(startsAt, minutes));
    return isPossible ? { plannerId: null, lane } : refusal('slot_unavailable');
  }
  if (plannerId === null) return { plannerId: null, lane: null };
  const free = model.planners.filter(
    ({ id, isActive }) =>
      (plannerId === undefined ? isActive : id === plannerId) &&
      (isOutsideAllowed || isOpen(startsAt, minutes)) &&
      !isBusy(model, id, startsAt, minutes, except),
  );
  const chosen = plannerId ?? nextPlanner(model, free);
  return free.length > 0 && chosen !== undefined
    ? { plannerId: chosen, lane: null }
    : refusal('slot_unavailable');
}

/** The actions that have occurred, with the statuses in which they did, by link, reminders, and lack of lanes. */
const covered = new Set<string>();

function outcome(action: Action, { status }: ModelBooking): Status | { error: string } {
  covered.add(`${action} ${status}`);
  const next: string | null = states.booking.actions[action][status];
  return next !== null && /^[a-z]/.test(next) ? refusal(next) : (next as Status);
}

const isRefused = (value: unknown): value is { error: string } =>
  typeof value === 'object' && value !== null && 'error' in value;

const toCustomer = (kind: string, { email }: ModelBooking, sequence: number): NewMail[] =>
  email === null ? [] : [{ kind, to: email, sequence }];

/** To the planner if active, with a calendar entry, else to the company. */
function toTeam({ planners }: Model, kind: string, plannerId: string | null, sequence: number): NewMail {
  const planner = planners.find(({ id, isActive }) => id === plannerId && isActive);
  return planner ? { kind, to: planner.email, sequence } : { kind, to: companyAddress, sequence: null };
}

/** Of an appointment that the team has entered. */
const toPlanner = (model: Model, plannerId: string | null): NewMail[] =>
  plannerId === null ? [] : [toTeam(model, 'team-booking-confirmed', plannerId, 0)];

const copied = ['customer', 'invoice', 'stripe'];

function queue(model: Model, bookingId: string, mail: NewMail): void {
  const { now } = model;
  model.mails.push({
    ...mail,
    bookingId,
    createdAt: now,
    attempts: 0,
    dueAt: now,
    isSent: false,
    isSkipped: false,
  });
}

/** A command. The clock goes on by a minute, so that the order of changes is that of their times. */
abstract class Step implements fc.AsyncCommand<Model, World> {
  check(_model: Readonly<Model>): boolean {
    return true;
  }
  protected abstract step(model: Model, world: World): Promise<void>;
  async run(model: Model, world: World): Promise<void> {
    model.now += minuteMs;
    setNow(model.now);
    await this.step(model, world);
    await requireSame(model, world);
  }
}

/** A command about a booking, or a new one. */
abstract class BookingStep extends Step {
  /** Returns the booking that it is about; undefined if it makes one. */
  protected abstract bookingOf(model: Model): [string, ModelBooking] | undefined;
  protected abstract expected(model: Model, booking: ModelBooking | undefined, id: string): Expected;
  protected abstract send(model: Model, world: World, id: string): Promise<ApiResponse>;
  /** The booking that it makes. */
  protected made(_model: Model, _booking: ModelBooking | undefined, _id: string): ModelBooking | undefined {
    return undefined;
  }

  protected async step(model: Model, world: World): Promise<void> {
    const [about = '', before] = this.bookingOf(model) ?? [];
    const expected = this.expected(model, before, about);
    const made = isRefused(expected) ? undefined : this.made(model, before, about);
    let response: ApiResponse | undefined;
    const events = await world.company.raisedBy(async () => {
      response = await this.send(model, world, about);
    });
    if (isRefused(expected)) {
      expect([response?.error, events]).toEqual([expected.error, []]);
      return;
    }
    expect([response?.error, events.map(({ type }) => type)]).toEqual([undefined, expected.events]);
    const read = response?.body as Booking;
    const id = made ? read.id : about;
    if (made) model.bookings.set(id, made);
    else if (before && expected.change) Object.assign(before, expected.change);
    if (expected.dropsReminders)
      model.mails = model.mails.filter(
        ({ bookingId, kind, isSent, isSkipped }) =>
          bookingId !== id || kind !== 'booking-reminder' || isSent || isSkipped,
      );
    for (const mail of expected.mails) queue(model, id, mail);
    for (const event of events) requireEventOf(event, read, expected.extra ?? {});
  }
}

/** An event has the fields of the booking as it was returned, and those that only the event has. */
function requireEventOf({ data }: WebhookEvent, read: Booking, extra: Record<string, unknown>): void {
  const fields = Object.keys(data).filter((name) => !(name in extra));
  expect(data).toEqual({
    ...Object.fromEntries(fields.map((name) => [name, Reflect.get(read, name)])),
    ...extra,
  });
  expect(fields).toEqual(expect.arrayContaining(['id', 'startsAt', 'status', 'planner', ...copied]));
}

/** On one of two days, now and then outside the working hours. */
const start = fc
  .tuple(fc.nat(1), fc.integer({ min: 6, max: 15 }), fc.constantFrom(0, 0, 30))
  .map(([day, hour, minute]) => midnight + day * dayMs + hour * hourMs + minute * minuteMs);

type Choice = number;

const plannerOf = ({ planners }: Model, pick: Choice) => planners[pick % planners.length]?.id ?? '';

class Create extends BookingStep {
  readonly wanted: {
    startsAt: number;
    planner: Choice | null | undefined;
    hasEmail: boolean;
    isFree: boolean;
    isOutsideAllowed: boolean;
    hasLanes: boolean;
  };
  constructor(wanted: Create['wanted']) {
    super();
    this.wanted = wanted;
  }
  bookingOf() {
    return undefined;
  }
  placed(model: Model) {
    const { planner, startsAt, isOutsideAllowed, hasLanes } = this.wanted;
    const plannerId = typeof planner === 'number' ? plannerOf(model, planner) : planner;
    return place(model, { startsAt, minutes: 60, plannerId, isOutsideAllowed, hasLanes });
  }
  expected(model: Model): Expected {
    const placed = this.placed(model);
    if (isRefused(placed)) return placed;
    return {
      events: ['booking.created'],
      mails: [
        ...(this.wanted.hasEmail
          ? [{ kind: 'booking-confirmed', to: 'erika@muster.example', sequence: 0 }]
          : []),
        ...toPlanner(model, placed.plannerId),
      ],
    };
  }
  override made(model: Model): ModelBooking {
    const placed = this.placed(model);
    if (isRefused(placed)) throw new Error(placed.error);
    const { startsAt, hasEmail, isFree } = this.wanted;
    return {
      status: 'CONFIRMED',
      startsAt,
      minutes: 60,
      ...placed,
      email: hasEmail ? 'erika@muster.example' : null,
      priceCents: isFree ? 0 : 9900,
      followUpOf: null,
      sequence: 0,
      number: model.bookings.size,
    };
  }
  send(model: Model, { company, slug, laneSlug }: World) {
    const { startsAt, planner, hasEmail, isFree, isOutsideAllowed, hasLanes } = this.wanted;
    return company.api.send('POST', '/v1/bookings', {
      body: {
        typeSlug: hasLanes ? laneSlug : slug,
        startsAt: iso(startsAt),
        ...(planner !== undefined && { plannerId: planner === null ? null : plannerOf(model, planner) }),
        customer: { name: 'Erika Muster', ...(hasEmail && { email: 'erika@muster.example' }) },
        ...(isFree && { priceCents: 0 }),
        allowOutsideAvailability: isOutsideAllowed,
      },
    });
  }
  override toString = () =>
    `Create(${JSON.stringify({ ...this.wanted, startsAt: iso(this.wanted.startsAt) })})`;
}

/** A command about a booking that exists. */
abstract class Change extends BookingStep {
  readonly pick: Choice;
  constructor(pick: Choice) {
    super();
    this.pick = pick;
  }
  override check({ bookings }: Readonly<Model>) {
    return bookings.size > 0;
  }
  bookingOf({ bookings }: Model) {
    return [...bookings][this.pick % bookings.size];
  }
  protected abstract expectedOf(model: Model, booking: ModelBooking, id: string): Expected;
  expected(model: Model, booking: ModelBooking | undefined, id: string): Expected {
    if (!booking) throw new Error('The model has no booking.');
    return this.expectedOf(model, booking, id);
  }
}

class FollowUp extends Change {
  readonly startsAt: number;
  constructor(pick: Choice, startsAt: number) {
    super(pick);
    this.startsAt = startsAt;
  }
  placed(model: Model, { plannerId, lane }: ModelBooking) {
    const planner = model.planners.find(({ id, isActive }) => id === plannerId && isActive);
    return place(model, {
      startsAt: this.startsAt,
      minutes: 60,
      plannerId: planner?.id,
      isOutsideAllowed: false,
      hasLanes: lane !== null,
    });
  }
  expectedOf(model: Model, booking: ModelBooking): Expected {
    const next = outcome('followUp', booking);
    if (isRefused(next)) return next;
    const placed = this.placed(model, booking);
    if (isRefused(placed)) return placed;
    return {
      events: ['booking.created'],
      mails: [...toCustomer('booking-confirmed', booking, 0), ...toPlanner(model, placed.plannerId)],
    };
  }
  override made(model: Model, booking: ModelBooking, id: string): ModelBooking {
    const placed = this.placed(model, booking);
    if (isRefused(placed)) throw new Error(placed.error);
    return {
      ...booking,
      status: 'CONFIRMED',
      startsAt: this.startsAt,
      minutes: 60,
      ...placed,
      priceCents: 0,
      followUpOf: id,
      sequence: 0,
      number: model.bookings.size,
    };
  }
  send(_model: Model, { company }: World, id: string) {
    return company.api.send('POST', `/v1/bookings/${id}/follow-up`, {
      body: { startsAt: iso(this.startsAt) },
    });
  }
  override toString = () => `FollowUp(${this.pick}, ${iso(this.startsAt)})`;
}

class Reschedule extends Change {
  readonly startsAt: number;
  readonly minutes: number | undefined;
  readonly isOutsideAllowed: boolean;
  readonly isByCustomer: boolean;
  constructor(
    pick: Choice,
    startsAt: number,
    minutes: number | undefined,
    isOutsideAllowed: boolean,
    isByCustomer = false,
  ) {
    super(pick);
    this.isByCustomer = isByCustomer;
    this.startsAt = startsAt;
    this.minutes = minutes;
    this.isOutsideAllowed = isOutsideAllowed;
  }
  expectedOf(model: Model, booking: ModelBooking, id: string): Expected {
    const next = outcome('reschedule', booking);
    if (isRefused(next)) return next;
    const { startsAt, minutes = booking.minutes, isOutsideAllowed, isByCustomer } = this;
    if (startsAt === booking.startsAt && minutes === booking.minutes) return nothing;
    const { plannerId, lane } = booking;
    const hasLanes = lane !== null;
    const wanted = { startsAt, minutes, plannerId, isOutsideAllowed, isByCustomer, hasLanes };
    const placed = place(model, wanted, id);
    if (isRefused(placed)) return placed;
    const sequence = booking.sequence + 1;
    return {
      events: ['booking.rescheduled'],
      extra: { previousStartsAt: iso(booking.startsAt) },
      mails: [
        ...toCustomer('booking-moved', booking, sequence),
        toTeam(model, 'team-booking-moved', plannerId, sequence),
      ],
      change: { ...placed, startsAt, minutes, sequence },
      dropsReminders: true,
    };
  }
  send(_model: Model, { company }: World, id: string) {
    const { startsAt, minutes: durationMinutes, isOutsideAllowed: allowOutsideAvailability } = this;
    const body = { startsAt: iso(startsAt), durationMinutes, allowOutsideAvailability };
    return company.api.send('POST', `/v1/bookings/${id}/reschedule`, { body });
  }
  override toString = () =>
    `Reschedule(${this.pick}, ${iso(this.startsAt)}, ${this.minutes}, ${this.isOutsideAllowed})`;
}

class Reassign extends Change {
  readonly planner: Choice;
  constructor(pick: Choice, planner: Choice) {
    super(pick);
    this.planner = planner;
  }
  expectedOf(model: Model, booking: ModelBooking, id: string): Expected {
    const next = outcome('reassign', booking);
    if (isRefused(next)) return next;
    const plannerId = plannerOf(model, this.planner);
    const { plannerId: previous, startsAt, minutes } = booking;
    if (plannerId === previous) return nothing;
    if (booking.lane !== null) return refusal('planner_unavailable');
    const { planners } = model;
    if (!planners.some(({ id: known, isActive }) => known === plannerId && isActive))
      return refusal('member_inactive');
    if (isBusy(model, plannerId, startsAt, minutes, id)) return refusal('planner_unavailable');
    const sequence = booking.sequence + 1;
    const before = planners.find(({ id: known }) => known === previous);
    const previousPlanner = before ? { id: before.id, name: 'Lena Vogt', email: before.email } : null;
    return {
      events: ['booking.reassigned'],
      extra: { previousPlanner },
      mails: [
        toTeam(model, 'team-booking-taken-over', plannerId, sequence),
        ...(before?.isActive ? [toTeam(model, 'team-booking-handed-over', before.id, sequence)] : []),
      ],
      change: { plannerId, sequence },
    };
  }
  send(model: Model, { company }: World, id: string) {
    const body = { plannerId: plannerOf(model, this.planner) };
    return company.api.send('POST', `/v1/bookings/${id}/reassign`, { body });
  }
  override toString = () => `Reassign(${this.pick}, ${this.planner})`;
}

class Cancel extends Change {
  expectedOf(model: Model, booking: ModelBooking): Expected {
    const next = outcome('cancel', booking);
    if (isRefused(next)) return next;
    const sequence = booking.sequence + 1;
    return {
      events: ['booking.cancelled'],
      extra: { refunded: false },
      mails: [
        ...(model.now < booking.startsAt + booking.minutes * minuteMs
          ? toCustomer('booking-cancelled', booking, sequence)
          : []),
        toTeam(model, 'team-booking-cancelled', booking.plannerId, sequence),
      ],
      change: { status: next, sequence },
      dropsReminders: true,
    };
  }
  send(_model: Model, { company }: World, id: string) {
    return company.api.send('POST', `/v1/bookings/${id}/cancel`, { body: { reason: 'Krankheit' } });
  }
  override toString = () => `Cancel(${this.pick})`;
}

const links = createLinks({ secretKey }, () => undefined);
let visitors = 0;

/** The customer changes an appointment by its link, which is created with the first mail. */
abstract class LinkChange extends Change {
  protected abstract readonly action: 'cancel' | 'reschedule';
  protected abstract expectedByLink(model: Model, booking: ModelBooking, id: string): Expected;
  protected abstract readonly body: object;
  expectedOf(model: Model, booking: ModelBooking, id: string): Expected {
    if (booking.email === null) return refusal('not_found');
    const next = outcome(this.action, booking);
    const expected = isRefused(next) ? next : this.expectedByLink(model, booking, id);
    if (!isRefused(expected) && expected.events.length > 0) covered.add(`${this.action} by link`);
    return expected;
  }
  /** Returns the booking as the team sees it. */
  async send(_model: Model, { company }: World, id: string): Promise<ApiResponse> {
    const token = links(company.id).tokenOf({ purpose: 'booking', recordId: id, version: 1 });
    visitors += 1;
    const response = await fetch(`${url}/pages/v1/bookings/${token}/${this.action}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // Requests are limited by address.
        'X-Forwarded-For': `10.0.${visitors >> 8}.${visitors & 255}`,
      },
      body: JSON.stringify(this.body),
    });
    const { error } = (await response.json()) as Pick<ApiResponse, 'error'>;
    return { ...(await company.api.send('GET', `/v1/bookings/${id}`)), error };
  }
}

class CancelByLink extends LinkChange {
  readonly action = 'cancel';
  readonly body = {};
  expectedByLink(model: Model, booking: ModelBooking): Expected {
    if (booking.startsAt - noticeMs < model.now) return refusal('change_too_late');
    return new Cancel(this.pick).expectedOf(model, booking);
  }
  override toString = () => `CancelByLink(${this.pick})`;
}

class RescheduleByLink extends LinkChange {
  readonly action = 'reschedule';
  readonly body: { startsAt: string };
  readonly startsAt: number;
  constructor(pick: Choice, startsAt: number) {
    super(pick);
    this.startsAt = startsAt;
    this.body = { startsAt: iso(startsAt) };
  }
  expectedByLink(model: Model, booking: ModelBooking, id: string): Expected {
    if (booking.plannerId === null && booking.lane === null) return refusal('slot_unavailable');
    if (booking.startsAt - noticeMs < model.now) return refusal('change_too_late');
    return new Reschedule(this.pick, this.startsAt, undefined, false, true).expectedOf(model, booking, id);
  }
  override toString = () => `RescheduleByLink(${this.pick}, ${iso(this.startsAt)})`;
}

/** Records the outcome of an appointment, before or after its start. */
class Close extends Change {
  readonly action: 'complete' | 'markNoShow';
  readonly isAwaited: boolean;
  constructor(pick: Choice, action: 'complete' | 'markNoShow', isAwaited: boolean) {
    super(pick);
    this.action = action;
    this.isAwaited = isAwaited;
  }
  protected override step(model: Model, world: World) {
    const [, booking] = this.bookingOf(model) ?? [];
    if (this.isAwaited && booking) {
      model.now = Math.max(model.now, booking.startsAt + minuteMs / 2);
      setNow(model.now);
    }
    return super.step(model, world);
  }
  expectedOf({ now }: Model, booking: ModelBooking): Expected {
    const next = outcome(this.action, booking);
    if (isRefused(next)) return next;
    if (now < booking.startsAt) return refusal('booking_not_started');
    const event = { complete: 'booking.completed', markNoShow: 'booking.no_show' }[this.action];
    return { events: [event], mails: [], change: { status: next } };
  }
  send(_model: Model, { company }: World, id: string) {
    const path = { complete: 'complete', markNoShow: 'no-show' }[this.action];
    return company.api.send('POST', `/v1/bookings/${id}/${path}`);
  }
  override toString = () => `${this.action}(${this.pick}, ${this.isAwaited})`;
}

/** Time passes. */
class Wait extends Step {
  readonly minutes: number;
  constructor(minutes: number) {
    super();
    this.minutes = minutes;
  }
  async step(model: Model) {
    model.now += this.minutes * minuteMs;
  }
  override toString = () => `Wait(${this.minutes})`;
}

/**
 * Customers are reminded of appointments within a day, unless they have got a mail about them within it. Reminders of appointments that
 * have begun are not sent any more.
 */
class Remind extends Step {
  async step(model: Model, { company }: World) {
    const { now, bookings, mails } = model;
    for (const mail of mails) {
      const hasBegun = (bookings.get(mail.bookingId)?.startsAt ?? now) <= now;
      if (mail.kind === 'booking-reminder' && !mail.isSent && hasBegun) mail.isSkipped = true;
    }
    for (const [id, { status, email, startsAt }] of bookings) {
      const from = startsAt - dayMs;
      const isTold = mails.some(
        ({ bookingId, kind, createdAt }) =>
          bookingId === id && kind.startsWith('booking-') && createdAt >= from,
      );
      const isDue = from <= now && now < startsAt;
      if (status !== 'CONFIRMED' || email === null || !isDue || isTold) continue;
      covered.add('reminder');
      queue(model, id, { kind: 'booking-reminder', to: email, sequence: null });
    }
    await runTask(company.id, remindCustomers);
  }
  override toString = () => 'Remind';
}

/** The slot of a planner is kept for a customer who must confirm the appointment. */
class Keep extends Step {
  readonly pick: Choice;
  readonly startsAt: number;
  constructor(pick: Choice, startsAt: number) {
    super();
    this.pick = pick;
    this.startsAt = startsAt;
  }
  async step(model: Model, { company }: World) {
    const { startsAt } = this;
    const plannerId = plannerOf(model, this.pick);
    const until = model.now + 15 * minuteMs;
    model.kept.push({ plannerId, startsAt, until });
    const blocked = [iso(startsAt), iso(startsAt + hourMs)] as const;
    await storedBookings(database.kysely, company.id).kept(`member:${plannerId}`, blocked, iso(until));
  }
  override toString = () => `Keep(${this.pick}, ${iso(this.startsAt)})`;
}

/** A member leaves the team, or comes back. */
class ToggleMember extends Step {
  readonly pick: Choice;
  constructor(pick: Choice) {
    super();
    this.pick = pick;
  }
  async step({ planners }: Model, { company }: World) {
    const planner = planners[this.pick % planners.length];
    if (!planner) throw new Error('The model has no planner.');
    planner.isActive = !planner.isActive;
    const { id, isActive: active } = planner;
    const row = database.kysely
      .updateTable('member')
      .where('companyId', '=', company.id)
      .where('id', '=', id);
    await row.set({ active }).execute();
  }
  override toString = () => `ToggleMember(${this.pick})`;
}

/** The mails that are sent now: those that are due, in order for each booking and recipient. */
function dueMails({ now, mails }: Model, isAccepted: boolean): ModelMail[] {
  const lanes = Map.groupBy(
    mails.filter(({ isSent, isSkipped }) => !isSent && !isSkipped),
    ({ bookingId, to }) => `${bookingId} ${to}`,
  );
  return [...lanes.values()].flatMap((lane) => {
    const firstWaiting = lane.findIndex(({ dueAt }) => dueAt > now);
    const due = firstWaiting < 0 ? lane : lane.slice(0, firstWaiting);
    // After a failure, the next mail of the lane waits.
    return isAccepted ? due : due.slice(0, 1);
  });
}

/** The mail server works, or is busy. */
class SendMails extends Step {
  readonly isAccepted: boolean;
  constructor(isAccepted: boolean) {
    super();
    this.isAccepted = isAccepted;
  }
  override check(model: Readonly<Model>) {
    return dueMails(model, this.isAccepted).length > 0;
  }
  async step(model: Model, { company }: World) {
    // A minute has passed since the check.
    const due = dueMails(model, this.isAccepted);
    smtp.answer(this.isAccepted ? 'accept' : { rcpt: 450 });
    const server = parseSmtpUrl(smtp.url);
    if (!server) throw new Error(`${smtp.url} is no URL of a server.`);
    const { stop } = startMails({
      owners: () => unknownOwners,
      settings: { mail: { server, from: mailAddress('offers@pv.example').address } },
      database,
      clock: movedClock(() => clockOffsetMs),
      contents,
      attachments: async () => [],
      metrics: { countAttempt() {} },
      pollMs: 50,
      logger: testLog().logger,
    });
    for (const mail of due) {
      mail.attempts += 1;
      mail.isSent = this.isAccepted;
      mail.dueAt = model.now + mailPause(mail.attempts);
    }
    const attempts = model.mails.reduce((sum, mail) => sum + mail.attempts, 0);
    const inProgress = async () => {
      const rows = await mailRows(company);
      return {
        attempts: rows.reduce((sum, row) => sum + row.attempts, 0),
        leased: rows.filter(({ leaseToken }) => leaseToken !== null).length,
      };
    };
    await expect.poll(inProgress).toEqual({ attempts, leased: 0 });
    await stop();
  }
  override toString = () => `SendMails(${this.isAccepted})`;
}

const mailRows = ({ id }: TestCompany) =>
  database.kysely
    .selectFrom('mail')
    .selectAll()
    .where('companyId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();

/** Returns the SEQUENCE of a mail's calendar entry. */
function sequenceIn(content: string | undefined): number | null {
  const [, sequence] = /^SEQUENCE:(\d+)/m.exec(content ?? '') ?? [];
  return sequence === undefined ? null : Number(sequence);
}

/** Compares everything that the service has with the model. */
async function requireSame(model: Model, { company }: World): Promise<void> {
  const { data } = (await company.api.call('listBookings', { query: { limit: 200, sort: 'createdAt.asc' } }))
    .body;
  const stored = data.map((booking) => ({
    id: booking.id,
    status: booking.status,
    startsAt: booking.startsAt,
    endsAt: booking.endsAt,
    minutes: booking.durationMinutes,
    plannerId: booking.planner?.id ?? null,
    email: booking.customer?.email ?? null,
    payment: [booking.paymentStatus, booking.priceCents, booking.taxRate],
    followUpOf: booking.followUpOf,
    isCancelled: booking.cancelledAt !== null,
  }));
  const expected = [...model.bookings].map(([id, booking]) => ({
    id,
    status: booking.status,
    startsAt: iso(booking.startsAt),
    endsAt: iso(booking.startsAt + booking.minutes * minuteMs),
    minutes: booking.minutes,
    plannerId: booking.plannerId,
    email: booking.email,
    payment: booking.priceCents === 0 ? ['FREE', 0, null] : ['UNPAID', 9900, 19],
    followUpOf: booking.followUpOf,
    isCancelled: booking.status === 'CANCELLED',
  }));
  expect(stored).toEqual(expected);

  const rows = await mailRows(company);
  const mails = rows.map((row) => {
    const mail = row.content === null ? null : contents.open(row.content, row);
    return {
      bookingId: row.bookingId,
      kind: row.kind,
      to: row.toAddress,
      sequence: sequenceIn(mail?.calendar?.content),
      attempts: row.attempts,
      isSent: row.status === 'sent',
      isSkipped: row.status === 'skipped',
    };
  });
  expect(mails).toEqual(model.mails.map(({ dueAt: _, createdAt: __, ...mail }) => mail));
}

/** Each mail arrives once, in order for each booking and recipient. */
async function requireArrived({ company }: World): Promise<void> {
  const rows = await mailRows(company);
  const order = rows.filter(({ status }) => status === 'sent').map(({ id }) => `<${id}@pv.example>`);
  const arrived = smtp.mails.map(({ parsed }) => parsed.messageId ?? '').filter((id) => order.includes(id));
  expect(arrived.toSorted()).toEqual(order.toSorted());
  const laneOf = new Map(rows.map(({ id, lane }) => [`<${id}@pv.example>`, lane]));
  const byLane = (ids: readonly string[]) => Map.groupBy(ids, (id) => laneOf.get(id));
  for (const [lane, ids] of byLane(order)) expect(byLane(arrived).get(lane)).toEqual(ids);
}

const pick = fc.nat(30);
const often = <T>(value: T, other: T) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constant(other) });

const create = fc
  .record({
    startsAt: start,
    planner: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: pick },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    hasEmail: often(true, false),
    isFree: fc.boolean(),
    isOutsideAllowed: often(false, true),
    hasLanes: fc.boolean(),
  })
  .map((wanted) => new Create(wanted));

const commands = fc.commands(
  [
    create,
    create,
    create,
    fc.tuple(pick, start).map((args) => new FollowUp(...args)),
    fc
      .tuple(pick, start, fc.constantFrom(undefined, undefined, 30, 90), often(false, true))
      .map((args) => new Reschedule(...args)),
    fc.tuple(pick, pick).map((args) => new Reassign(...args)),
    pick.map((value) => new Cancel(value)),
    pick.map((value) => new CancelByLink(value)),
    fc.tuple(pick, start).map((args) => new RescheduleByLink(...args)),
    fc
      .tuple(pick, fc.constantFrom('complete' as const, 'markNoShow' as const), often(true, false))
      .map((args) => new Close(...args)),
    fc.constantFrom(30, 60, 180).map((minutes) => new Wait(minutes)),
    pick.map((value) => new ToggleMember(value)),
    fc.tuple(pick, start).map((args) => new Keep(...args)),
    often(true, false).map((isAccepted) => new SendMails(isAccepted)),
    fc.constant(new Remind()),
  ],
  { maxCommands: 25, size: '+1' },
);

async function newWorld(): Promise<{ model: Model; real: World }> {
  const company = await addCompany();
  const { kysely } = database;
  await kysely
    .updateTable('company')
    .set({ email: companyAddress })
    .where('companyId', '=', company.id)
    .execute();
  const store = storedBookings(kysely, company.id);
  await store.hours(
    null,
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '08:00', '16:00'] as const),
  );
  const planners: Planner[] = [];
  for (const name of ['lena', 'jonas']) {
    const email = `${name}@dachwerk.example`;
    planners.push({ id: await store.member({ email }), email, isActive: true });
  }
  const rules = {
    priceCents: 9900,
    taxRate: 19,
    bufferBeforeMinutes: minutesBefore,
    bufferAfterMinutes: minutesAfter,
    minNoticeMinutes: noticeMs / minuteMs,
    rescheduleNoticeMinutes: noticeMs / minuteMs,
    cancelNoticeMinutes: noticeMs / minuteMs,
  };
  const { slug } = await store.type(
    planners.map(({ id }) => id),
    rules,
  );
  const { slug: laneSlug } = await store.type([], { ...rules, capacity });
  // Half a minute from all times of appointments.
  const now = midnight + 5 * hourMs + minuteMs / 2;
  return {
    model: { now, planners, bookings: new Map(), kept: [], mails: [] },
    real: { company, slug, laneSlug },
  };
}

test('random lives of appointments have the states, events and mails of the model', async () => {
  const property = fc.asyncProperty(commands, async (sequence) => {
    const { model, real } = await newWorld();
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    await requireArrived(real);
  });
  await fc.assert(property, { numRuns: soak ? 300 : 8 });
  if (!soak) return;
  const everything = Object.keys(states.booking.actions).flatMap((action) =>
    ['CONFIRMED', 'COMPLETED', 'NO_SHOW', 'CANCELLED'].map((status) => `${action} ${status}`),
  );
  expect([...covered].sort()).toEqual(
    [
      ...everything,
      'cancel by link',
      'reschedule by link',
      'reminder',
      'all lanes taken',
      'kept slot',
    ].sort(),
  );
});
