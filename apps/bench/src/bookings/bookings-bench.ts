import { writeFile } from 'node:fs/promises';
import type { Booking } from '@pv-planning/contract';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import { requestRates } from '../api/request-rates.ts';
import type { BookingsEffort, Effort } from '../effort.ts';
import { type Figure, figureAlone } from '../measure/figure.ts';
import { median, quantile } from '../measure/statistics.ts';
import { createRecord } from '../offers/dataset.ts';
import { startLoadGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { addedRows } from './added-rows.ts';
import { type BookingCompany, createBookingCompany } from './booking-company.ts';
import type { RecordedBooking } from './yardstick-server.ts';

const yardstickServer = new URL('yardstick-server.ts', import.meta.url);

const people = 100;
const minRatio = 0.5;
const team = { planners: 20, bookings: 200 };
const callers = 50;
const maxCallersMs = 100;
const dayMs = 86_400_000;

/** A full hour, some days from now. */
function inDays(days: number): string {
  const time = new Date(Date.now() + days * dayMs);
  time.setUTCMinutes(0, 0, 0);
  return time.toISOString();
}

const customer = {
  name: 'Maria Schneider',
  email: 'maria.schneider@example.com',
  phone: '03631 555 0134',
  address: 'Lindenweg 12a, 99734 Nordhausen',
};

/** Compares the rate of new appointments with a transaction that inserts the same rows. */
async function creations(
  databaseUrl: string,
  directory: string,
  ours: ServerProcess,
  { bursts }: BookingsEffort,
): Promise<Figure[]> {
  const company = await createBookingCompany(databaseUrl, { planners: people, bookings: 0 });
  const { companyId, headers, planners, slug } = company;
  const create = (startsAt: string) =>
    createRecord<Booking>(`${ours.url}/v1/bookings`, headers, {
      typeSlug: slug,
      startsAt,
      plannerId: planners[0],
      customer,
    });
  let response: Booking | undefined;
  const rows = await addedRows(databaseUrl, companyId, async () => {
    response = await create(inDays(1));
  });
  if (!response?.planner) throw new Error('The booking has no planner.');
  const recorded: RecordedBooking = { rows, response: { ...response, planner: response.planner } };
  const file = `${directory}/recorded-booking.json`;
  await writeFile(file, JSON.stringify(recorded));
  const load = await startLoadGenerator();
  const yardsticks: ServerProcess[] = [];
  try {
    const start = async () => {
      const env = { DATABASE_URL: databaseUrl, RECORDED_BOOKING: file };
      const server = await startServer({ script: yardstickServer, core: 'server', env });
      yardsticks.push(server);
      return server;
    };
    const servers = { ours, yardstick: await start(), yardstickAgain: await start() };
    const kind = {
      method: 'POST' as const,
      headers,
      paths: ['/v1/bookings'],
      body: JSON.stringify({ typeSlug: slug, startsAt: '{startsAt}', plannerId: '{person}', customer }),
      appointments: { people: planners, from: inDays(2), minutes: response.durationMinutes },
    };
    const name = `bookings: create, ${people} people`;
    return await requestRates(name, { load, kind, servers, bursts, minRatio });
  } finally {
    for (const server of yardsticks) await server.stop();
    await load.stop();
  }
}

/** Measures reading the slots of a team through the whole service, for the longest period. */
async function slotLists(
  databaseUrl: string,
  { url }: ServerProcess,
  { slotReads }: BookingsEffort,
): Promise<Figure> {
  const { slug, headers } = await createBookingCompany(databaseUrl, team);
  const [from, to] = [inDays(1), inDays(62)].map((time) => time.slice(0, 'YYYY-MM-DD'.length));
  const durations: number[] = [];
  for (let index = 0; index < slotReads; index += 1) {
    const begun = performance.now();
    const response = await fetch(`${url}/v1/booking-types/${slug}/slots?from=${from}&to=${to}`, { headers });
    if (!response.ok) throw new Error(await response.text());
    await response.text();
    durations.push(performance.now() - begun);
  }
  return figureAlone(
    {
      name: `bookings: slots of 62 days, ${team.planners} people with ${team.bookings} bookings each`,
      unit: 'ms',
      better: 'less',
    },
    median(durations),
  );
}

/** Lets many callers book the same slot, which one of them gets. Returns how long each of them waited. */
async function raceForSlot(
  { url }: ServerProcess,
  { slug, headers }: BookingCompany,
  startsAt: string,
): Promise<number[]> {
  const body = JSON.stringify({ typeSlug: slug, startsAt, customer });
  const responses = await Promise.all(
    Array.from({ length: callers }, async () => {
      const begun = performance.now();
      const response = await fetch(`${url}/v1/bookings`, { method: 'POST', headers, body });
      await response.text();
      return { status: response.status, ms: performance.now() - begun };
    }),
  );
  const statuses = responses.map(({ status }) => status).sort();
  if (statuses[0] !== 201 || statuses.filter((status) => status === 409).length !== callers - 1)
    throw new Error(`One of ${callers} callers should get the slot: ${statuses}`);
  return responses.map(({ ms }) => ms);
}

async function races(
  databaseUrl: string,
  ours: ServerProcess,
  { races: count }: BookingsEffort,
): Promise<Figure> {
  const company = await createBookingCompany(databaseUrl, { planners: 1, bookings: 0 });
  const durations: number[] = [];
  for (let race = 0; race < count; race += 1) {
    const waited = await raceForSlot(ours, company, inDays(1 + race / 24));
    // The first ones open the connections.
    if (race >= 3) durations.push(...waited);
  }
  const slowest = quantile(durations, 0.99);
  return figureAlone(
    { name: `bookings: ${callers} callers for one slot, 99th percentile`, unit: 'ms', better: 'less' },
    slowest,
    { text: `≤ ${maxCallersMs}`, reached: slowest <= maxCallersMs },
  );
}

/** Measures making appointments and reading slots through the whole service. */
export function bookingsBench({ bookings }: Effort): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    try {
      await postgres.createDatabase();
      const env = { ...productionEnvironment(`${directory}/service`), DATABASE_URL: postgres.url };
      const ours = await startServer({ script: apiMain, core: 'server', env });
      try {
        await atRest(ours);
        return [
          ...(await creations(postgres.url, directory, ours, bookings)),
          await slotLists(postgres.url, ours, bookings),
          await races(postgres.url, ours, bookings),
        ];
      } finally {
        await ours.stop();
      }
    } finally {
      await postgres.stop();
    }
  });
}
