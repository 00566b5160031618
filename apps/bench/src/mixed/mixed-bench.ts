import { setTimeout as sleep } from 'node:timers/promises';
import { startStripeStandIn } from '@pv-planning/stripe-stand-in';
import { type Figure, figureAlone, paceFigures, quantile } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { paceOf } from '../process/pace.ts';
import { startPostgres } from '../process/postgres.ts';
import { startService } from '../process/server.ts';
import { call } from '../records/call.ts';
import { house, offerBody } from '../records/offer-body.ts';
import { addOfferRecords } from '../records/offer-company.ts';
import {
  type BookingCompany,
  bookAsCustomer,
  bookingBody,
  createBookingCompany,
  slotsFrom,
} from './booking-company.ts';

/** Numbers of records of a round. Customers can make 300 appointments with a company in an hour. */
const mixes = {
  'offers of 30 lines': { offer: 60, booking: 0, payment: 0 },
  appointments: { offer: 0, booking: 100, payment: 0 },
  'paid appointments': { offer: 0, booking: 0, payment: 20 },
  'offers, appointments, payments': { offer: 40, booking: 40, payment: 20 },
};
type Mix = Readonly<Record<'offer' | 'booking' | 'payment', number>>;

const normal = { rounds: 4, seconds: 30, races: 60 };
const quickly = { rounds: 2, seconds: 5, races: 10 };

const lanes = 12;
const callers = 50;
const maxCallersMs = 100;

/**
 * Measures offers, appointments and paid appointments, alone and mixed, compared with as many new customers through the same service;
 * then many callers for one slot.
 */
export async function mixedBench(quick: boolean): Promise<Figure[]> {
  const { races, ...extent } = quick ? quickly : normal;
  await using postgres = await startPostgres();
  await using closing = new AsyncDisposableStack();
  const standIn = await startStripeStandIn({ directory: postgres.directory });
  closing.defer(() => standIn.close());
  // Production refuses the stand-in.
  const stripeUrl = `http://${standIn.host}:${standIn.port}`;
  const env = { NODE_ENV: 'test', STRIPE_URL: stripeUrl, TRUST_PROXY: '1' };
  const company = await createBookingCompany(postgres, standIn, env);
  await using service = await startService(postgres, { env });
  const { url } = service;
  company.connect(url);
  const { companyId, headers, plannerIds } = company;

  const offer = offerBody(await addOfferRecords(url, company), house);
  const bookingSlot = slotsFrom(1, plannerIds.length);
  const paymentSlot = slotsFrom(150, plannerIds.length);
  let bookings = 0;
  const works = {
    offer: () => call(`${url}/v1/offers`, headers, offer),
    booking() {
      bookings += 1;
      const body = bookingBody(bookingSlot(), plannerIds[bookings % plannerIds.length]);
      return call(`${url}/v1/bookings`, headers, body);
    },
    async payment() {
      const { checkoutUrl } = await bookAsCustomer(url, company, paymentSlot());
      standIn.pay(String(checkoutUrl).replace(/.*\//, ''));
    },
    customer: () => call(`${url}/v1/customers`, headers, { lastName: 'Schneider', tags: ['Messe'] }),
  };
  const unpaid = `select from booking where company_id = $1 and status = 'PENDING_PAYMENT' limit 1`;
  const performing = (counts: Partial<Record<keyof typeof works, number>>) => () =>
    paceOf(service.usage, postgres, async () => {
      const count = await inLanes(works, counts);
      while ((await postgres.sql(unpaid, [companyId])).length > 0) await sleep(50);
      return count;
    });

  const figures: Figure[] = [];
  for (const [name, mix] of Object.entries<Mix>(mixes)) {
    const yardstick = performing({ customer: mix.offer + mix.booking + mix.payment });
    const contestants = { ours: performing(mix), yardstick, yardstickAgain: yardstick };
    await interleave({ rounds: 1, seconds: 0 }, contestants);
    const readings = await interleave(extent, contestants);
    figures.push(...paceFigures({ name: `mixed: ${name}`, unit: 'records/s' }, readings));
  }
  return [...figures, await racesForSlots(url, company, races)];
}

/** Performs work of several kinds at equal intervals, several at the same time. @returns how many there were */
async function inLanes<Kind extends string>(
  works: Readonly<Record<Kind, () => Promise<unknown>>>,
  counts: Readonly<Partial<Record<Kind, number>>>,
): Promise<number> {
  const queue = Object.entries<number | undefined>(counts)
    .flatMap(([kind, count = 0]) =>
      Array.from({ length: count }, (_, index) => ({ work: works[kind as Kind], place: index / count })),
    )
    .sort((a, b) => a.place - b.place);
  const count = queue.length;
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next.work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return count;
}

/** Many callers book the same slot, which one of them gets. Measures the wait of each. */
async function racesForSlots(
  url: string,
  { headers, plannerIds }: BookingCompany,
  races: number,
): Promise<Figure> {
  const slot = slotsFrom(250, 1);
  const durations: number[] = [];
  for (let race = 0; race < races; race += 1) {
    const body = JSON.stringify(bookingBody(slot(), plannerIds[0]));
    const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    const statuses = await Promise.all(
      Array.from({ length: callers }, async () => {
        const begun = performance.now();
        const response = await fetch(`${url}/v1/bookings`, options);
        await response.text();
        // The first races open the connections.
        if (race >= 3) durations.push(performance.now() - begun);
        return response.status;
      }),
    );
    if (statuses.toSorted().join() !== [201, ...Array(callers - 1).fill(409)].join())
      throw new Error(`One of ${callers} callers should get the slot: ${statuses}`);
  }
  const name = `mixed: ${callers} callers for one slot, p99`;
  return figureAlone({ name, unit: 'ms', better: 'less' }, quantile(durations, 0.99), maxCallersMs);
}
