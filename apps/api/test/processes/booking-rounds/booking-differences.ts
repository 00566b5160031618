import type { Booking } from '@pv-planning/contract';
import type { StripeStandIn } from '@pv-planning/stripe-stand-in';
import type { Caller } from '../crash/http-caller.ts';
import { everything } from '../crash/ledger.ts';
import type { Appointment } from './booking-load.ts';

/** Differences between the service, the provider and the acknowledged requests. */
export interface Differences {
  lost: string[];
  doubled: string[];
  overlaps: string[];
  money: string[];
}

interface Compared {
  call: Caller;
  standIn: StripeStandIn;
  appointments: readonly Appointment[];
}

interface StoredEvent {
  type: string;
  data: { id: string };
}

/** Returns the provider's amount of a payment, and of its refunds. */
function atProvider(standIn: StripeStandIn, { sessionId, paidCents }: Appointment): number {
  const refunds = sessionId === undefined ? [] : standIn.refunds(sessionId);
  return refunds.reduce((rest, { amount }) => rest - amount, paidCents);
}

const refundableCents = ({ amountPaidCents, refundedCents }: Booking) =>
  (amountPaidCents ?? 0) - (refundedCents ?? 0);

function overlapsOf(bookings: readonly Booking[]): string[] {
  const byPlanner = Map.groupBy(bookings, ({ planner }) => planner?.id);
  return [...byPlanner].flatMap(([plannerId, own]) => {
    const sorted = own.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
    return sorted.flatMap(({ id, startsAt }, index) => {
      const earlier = sorted[index - 1];
      return earlier && earlier.endsAt > startsAt
        ? [`${earlier.id} and ${id} overlap, of planner ${plannerId}`]
        : [];
    });
  });
}

/** Compares the bookings and events of a company, and its money at the provider, with the acknowledged requests. */
export async function bookingDifferences({ call, standIn, appointments }: Compared): Promise<Differences> {
  const bookings = await everything<Booking>(call, '/v1/bookings?sort=createdAt.asc');
  const events = await everything<StoredEvent>(call, '/v1/events?sort=createdAt.asc');
  const byEmail = Map.groupBy(bookings, ({ customer }) => customer?.email ?? '');
  const found: Differences = { lost: [], doubled: [], overlaps: [], money: [] };
  const timesRaised = (type: string, bookingId: string) =>
    events.filter((event) => event.type === type && event.data.id === bookingId).length;

  for (const appointment of appointments) {
    const { email, id, paidCents, isCancelled } = appointment;
    const own = byEmail.get(email) ?? [];
    const [booking] = own;
    if (own.length > 1) found.doubled.push(`${own.length} bookings of ${email}`);
    if (!booking) {
      if (id !== undefined || paidCents > 0) found.lost.push(`the booking of ${email}`);
      if (atProvider(standIn, appointment) !== 0) found.money.push(`${email} has paid for no booking`);
      continue;
    }
    const expected = isCancelled ? 'CANCELLED' : 'CONFIRMED';
    if (booking.status !== expected)
      found.lost.push(`booking ${booking.id} is ${booking.status} instead of ${expected}`);
    const [kept, provided] = [refundableCents(booking), atProvider(standIn, appointment)];
    if (kept !== provided)
      found.money.push(`booking ${booking.id} has ${kept} cents, and ${provided} at the provider`);
    const raised = {
      'booking.created': 1,
      'booking.payment_paid': paidCents > 0 ? 1 : 0,
      'booking.cancelled': isCancelled ? 1 : 0,
      'booking.payment_refunded': isCancelled && paidCents > 0 ? 1 : 0,
    };
    for (const [type, times] of Object.entries(raised)) {
      const seen = timesRaised(type, booking.id);
      if (seen !== times)
        (seen < times ? found.lost : found.doubled).push(
          `booking ${booking.id}: ${seen} × ${type} instead of ${times}`,
        );
    }
  }
  found.overlaps = overlapsOf(bookings.filter(({ status }) => status === 'CONFIRMED'));
  return found;
}
