import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startStripeStandIn } from '@pv-planning/stripe-stand-in';
import { httpCaller } from '../crash/http-caller.ts';
import { seededRandom } from '../crash/seeded-random.ts';
import {
  type KillTarget,
  killHard,
  postmasterPid,
  startServiceProcess,
  stopServiceProcess,
} from '../crash/service-process.ts';
import { addCompany } from './booking-company.ts';
import { bookingDifferences, type Differences } from './booking-differences.ts';
import { type Appointment, startBookingLoad } from './booking-load.ts';
import { persistentCaller, type SentRequest } from './persistent-client.ts';

export interface BookingRound extends Differences {
  acknowledged: number;
  bookings: number;
  payments: number;
  /** The request that waited longest for its answer, from when the service was ready again. */
  longestWait: { path: string; ms: number };
  /** Compares again. */
  compare(): Promise<Differences>;
}

export interface BookingRounds {
  readonly dataDir: string;
  round(target: KillTarget): Promise<BookingRound>;
  close(): Promise<void>;
}

const clients = 8;

/** Returns the process of PostgreSQL; undefined while there is none. */
function postgresOf(dataDir: string): number | undefined {
  try {
    return postmasterPid(dataDir);
  } catch {
    return undefined;
  }
}

/** Waits until the service is ready, after its PostgreSQL was replaced: connections to a killed one can outlive it for a moment. */
async function untilReady(url: string, dataDir: string, killed?: number): Promise<number> {
  while ([undefined, killed].includes(postgresOf(dataDir))) await delay(20);
  for (;;) {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    );
    if (response?.ok) return performance.now();
    await delay(20);
  }
}

const isNone = (differences: Differences) => Object.values(differences).every((list) => list.length === 0);

/** Work at the provider that was under way is done within seconds on an idle machine. What remains is a difference. */
const settlingMs = 120_000;

async function settled(
  compare: () => Promise<Differences>,
  wait: () => Promise<unknown>,
): Promise<Differences> {
  const until = performance.now() + settlingMs;
  for (;;) {
    const differences = await compare();
    if (isNone(differences) || performance.now() > until) return differences;
    await Promise.all([wait(), delay(1_000)]);
  }
}

/** Starts a service that can be killed while bookings are made, paid and cancelled. The seed determines the load and the time of the kill. */
export async function openBookingRounds(seed: number): Promise<BookingRounds> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pv-rounds-'));
  const standInDirectory = await mkdtemp(join(tmpdir(), 'pv-rounds-stripe-'));
  const standIn = await startStripeStandIn({ directory: standInDirectory });
  const random = seededRandom(seed);
  const secretKey = Buffer.alloc(32, 7);
  const environment = {
    SECRET_KEY: secretKey.toString('base64'),
    STRIPE_URL: `http://${standIn.host}:${standIn.port}`,
    TRUST_PROXY: '1',
  };
  const start = (port?: number) =>
    startServiceProcess({ dataDir, environment, ...(port !== undefined && { port }) });
  let service = await start();
  // Links, webhooks and clients keep the address.
  const { url } = service;
  const port = Number(new URL(url).port);

  return {
    dataDir,
    async round(target) {
      const company = await addCompany({ dataDir, secretKey, url, standIn });
      const call = httpCaller(url, company.apiKey);
      const sent: SentRequest[] = [];
      const load = startBookingLoad({ company, call: persistentCaller(call, sent), random, clients });
      // A number of changes rather than a duration, because a busy machine does less in the same time.
      const enough = 10 + Math.floor(random() * 30);
      while (load.acknowledged < enough) await delay(1);
      const postgres = postgresOf(dataDir);
      await killHard(target, service, dataDir);
      const stopping = load.stop();
      if (target !== 'postgres') service = await start(port);
      const readyAt = await untilReady(url, dataDir, target === 'node' ? undefined : postgres);
      await stopping;
      const waits = sent
        .filter(({ answeredAt }) => answeredAt > readyAt)
        .map(({ path, begunAt, answeredAt }) => ({ path, ms: answeredAt - Math.max(begunAt, readyAt) }))
        .toSorted((one, other) => other.ms - one.ms);
      const { appointments, acknowledged } = load;
      const compare = () => bookingDifferences({ call, standIn, appointments });
      return {
        acknowledged,
        bookings: appointments.length,
        payments: appointments.filter(({ paidCents }: Appointment) => paidCents > 0).length,
        longestWait: waits[0] ?? { path: '', ms: 0 },
        compare,
        ...(await settled(compare, load.readCheckouts)),
      };
    },
    async close() {
      await stopServiceProcess(service);
      await standIn.close();
      await Promise.all(
        [dataDir, standInDirectory].map((path) => rm(path, { recursive: true, force: true })),
      );
    },
  };
}
