import { randomUUID } from 'node:crypto';
import type { Caller } from '../crash/http-caller.ts';
import { type BookingCompany, priceCents } from './booking-company.ts';

/** Requests that the service or the provider has acknowledged. Each appointment has an e-mail address of its own. */
export interface Appointment {
  email: string;
  id: string | undefined;
  /** Of the customer's link. */
  token: string | undefined;
  /** Of the checkout, if the customer has paid. */
  sessionId: string | undefined;
  paidCents: number;
  isCancelled: boolean;
}

export interface BookingLoad {
  appointments: Appointment[];
  /** Number of acknowledged changes. */
  readonly acknowledged: number;
  /** Reads the checkouts of all who have paid, as the page does on which they wait for their appointment. */
  readCheckouts(): Promise<unknown>;
  /** Begins nothing more. Resolves when all requests are answered. */
  stop(): Promise<void>;
}

interface LoadOptions {
  company: BookingCompany;
  /** Repeats a request until it is answered. */
  call: Caller;
  random: () => number;
  clients: number;
}

const dayMs = 86_400_000;

/** A random hour of the next weeks. There are so few that clients compete for them. */
function slot(random: () => number): string {
  const day = new Date(Date.now() + (3 + Math.floor(random() * 14)) * dayMs).toISOString().slice(0, 10);
  return `${day}T${String(8 + Math.floor(random() * 8)).padStart(2, '0')}:00:00.000Z`;
}

/** Starts clients: the team books and cancels, customers hold slots, most of them pay. */
export function startBookingLoad({ company, call, random, clients }: LoadOptions): BookingLoad {
  const { handle, free, paid } = company;
  const appointments: Appointment[] = [];
  let acknowledged = 0;
  let isStopped = false;

  /** Everybody has a network address of their own. */
  const fromSomewhere = () => ({
    'X-Forwarded-For': `10.${[0, 0, 0].map(() => Math.floor(random() * 256)).join('.')}`,
  });
  const post = (path: string, body: object) =>
    call('POST', path, body, { 'Idempotency-Key': randomUUID(), ...fromSomewhere() });

  /** Returns the body of a success. The only refusals are those of slots that others have taken. */
  async function done<Body>(path: string, body: object): Promise<Body | undefined> {
    const reply = await post(path, body);
    if (reply.status < 300) {
      acknowledged += 1;
      return reply.body as Body;
    }
    const { error } = reply.body as { error: string };
    if (error !== 'slot_unavailable') throw new Error(`POST ${path} → ${JSON.stringify(reply)}`);
    return undefined;
  }

  const newAppointment = (known: Partial<Appointment>): Appointment => ({
    ...{ email: '', id: undefined, token: undefined, sessionId: undefined, paidCents: 0, isCancelled: false },
    ...known,
  });

  async function book(): Promise<Appointment | undefined> {
    const email = `${randomUUID()}@example.org`;
    const customer = { name: 'Paul Adler', email };
    const body = { typeSlug: free, startsAt: slot(random), customer };
    const booking = await done<{ id: string }>('/v1/bookings', body);
    return booking && newAppointment({ email, id: booking.id });
  }

  async function hold(): Promise<Appointment | undefined> {
    const email = `${randomUUID()}@example.org`;
    const path = `/pages/v1/companies/${handle}/booking-types/${paid}/bookings`;
    const customer = { forename: 'Erika', surname: 'Muster', email, startsAt: slot(random) };
    const held = await done<{ token: string; checkoutUrl: string }>(path, customer);
    if (!held) return undefined;
    const { token, checkoutUrl } = held;
    if (random() < 0.2) return newAppointment({ email, token });
    const body = new URLSearchParams({ action: 'pay' });
    // After paying, the customer is redirected to the service, which may be dead.
    const page = await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' });
    await page.text();
    if (page.status !== 303) throw new Error(`The checkout of a hold could not be paid: ${page.status}`);
    const sessionId = new URL(checkoutUrl).pathname.split('/').at(-1);
    return newAppointment({ email, token, sessionId, paidCents: priceCents });
  }

  async function cancel(appointment: Appointment): Promise<void> {
    await done(`/v1/bookings/${appointment.id}/cancel`, {});
    appointment.isCancelled = true;
  }

  /** Returns the id of a booking once the money has made it real, which takes a moment. */
  async function realId({ email }: Appointment): Promise<string | undefined> {
    const { body } = await call('GET', `/v1/bookings?customerEmail=${email}&status=CONFIRMED`);
    return (body as { data: { id: string }[] }).data[0]?.id;
  }

  async function client(): Promise<void> {
    const own: Appointment[] = [];
    while (!isStopped) {
      const choice = random();
      const index = Math.floor(random() * own.length);
      const candidate = choice < 0.2 ? own[index] : undefined;
      if (candidate) {
        if (candidate.paidCents > 0) candidate.id ??= await realId(candidate);
        if (candidate.id === undefined) continue;
        own.splice(index, 1);
        await cancel(candidate);
        continue;
      }
      const made = await (choice < 0.6 ? book() : hold());
      if (!made) continue;
      appointments.push(made);
      if (made.id !== undefined || made.paidCents > 0) own.push(made);
    }
  }

  const running = Array.from({ length: clients }, client);
  return {
    appointments,
    get acknowledged() {
      return acknowledged;
    },
    readCheckouts: () =>
      Promise.all(
        appointments
          .filter(({ paidCents }) => paidCents > 0)
          .map(({ token }) =>
            call('GET', `/pages/v1/bookings/${token}/checkout`, undefined, fromSomewhere()),
          ),
      ),
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
