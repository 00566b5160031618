import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { apiCases } from '../api/cases.ts';
import { insertCompanyKey } from '../api/company.ts';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { DeliveryEffort } from '../effort.ts';
import { type Figure, figure, figureAlone, type Goal } from '../measure/figure.ts';
import { type LoadGenerator, type RequestKind, startLoadGenerator } from '../process/load.ts';
import {
  atRest,
  type DatabaseUse,
  type DeliveryUsage,
  deliveryProbe,
  type ServerProcess,
  startServer,
} from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import type { Stage, StageCompany } from './stage.ts';

const minOfCreated = 0.95;
const minOfAlone = 0.5;

/** Limits for one company, and for fifty companies with an endpoint each. */
interface Limits {
  microseconds: number;
  /** Round trips to the database per delivery. */
  roundTrips?: number;
}

interface ApiReading {
  createdPerSecond: number;
  /** Arrivals per second while requests were sent. */
  deliveredPerSecond: number;
  /** Processor time of the service and PostgreSQL per creation; with a dispatcher, until everything is delivered. */
  cpuMicroseconds: number;
  /** Per creation. */
  dispatcher: DatabaseUse;
  requests: DatabaseUse;
  walBytes: number;
}

interface Burst {
  stage: Stage;
  load: LoadGenerator;
  kind: RequestKind;
  seconds: number;
}

/** Milliseconds between checks of the queue. */
const pollIntervalMs = 50;

async function readApi(
  server: ServerProcess,
  { stage, load, kind, seconds }: Burst,
  delivers: boolean,
): Promise<ApiReading> {
  const { arrived: before } = await stage.receivers.arrivals();
  const databaseBefore = await stage.databaseMicroseconds();
  const walBefore = await walBytes(stage);
  const used = async () => (await server.usage()) as DeliveryUsage;
  const usedBefore = await used();
  const begun = performance.now();
  const { requestsPerSecond } = await load.run(server, kind, seconds);
  const elapsed = (performance.now() - begun) / 1000;
  const { arrived } = await stage.receivers.arrivals();
  while (delivers && (await queued(stage)) > 0) await sleep(pollIntervalMs);
  const usedAfter = await used();
  const usedByDatabase = (await stage.databaseMicroseconds()) - databaseBefore;
  const created = requestsPerSecond * seconds;
  const each = (user: 'dispatcher' | 'requests') => ({
    statements: (usedAfter[user].statements - usedBefore[user].statements) / created,
    roundTrips: (usedAfter[user].roundTrips - usedBefore[user].roundTrips) / created,
  });
  return {
    createdPerSecond: requestsPerSecond,
    deliveredPerSecond: (arrived - before) / elapsed,
    cpuMicroseconds: (usedAfter.cpuMicroseconds - usedBefore.cpuMicroseconds + usedByDatabase) / created,
    dispatcher: each('dispatcher'),
    requests: each('requests'),
    walBytes: ((await walBytes(stage)) - walBefore) / created,
  };
}

async function walBytes({ database }: Stage): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (pg_current_wal_insert_lsn() - '0/0')::double precision as bytes
  `.execute(database.kysely);
  return rows[0]?.bytes ?? 0;
}

async function queued({ database }: Stage): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    select count(*)::integer as queued from (select from webhook_delivery limit 1) as one
  `.execute(database.kysely);
  return rows[0]?.queued ?? 0;
}

/** What a creation costs besides processor time. */
function perCreation(name: string, { requests, walBytes }: ApiReading): Figure[] {
  return [
    figureAlone(
      { name: `${name}, statements of a request`, unit: 'statements', better: 'less' },
      requests.statements,
    ),
    figureAlone(
      { name: `${name}, round trips of a request`, unit: 'round trips', better: 'less' },
      requests.roundTrips,
    ),
    figureAlone({ name: `${name}, WAL for each`, unit: 'bytes', better: 'less' }, walBytes),
  ];
}

/** Creations of all companies in rotation. */
async function creations({ databaseUrl }: Stage, companies: readonly StageCompany[]): Promise<RequestKind> {
  const create = apiCases.find(({ name }) => name === 'create');
  if (!create) throw new RangeError('No case creates records.');
  const apiKeys: string[] = [];
  for (const { companyId } of companies) apiKeys.push(await insertCompanyKey(databaseUrl, companyId));
  return { ...create.request({ companyId: '', apiKey: '', customerIds: [] }), apiKeys };
}

export interface ThroughApiOptions {
  /** Of the figures. */
  name: string;
  limits: Limits;
}

/**
 * Measures creations through the API with a delivery to one endpoint of the company each, compared with the same API without a
 * dispatcher.
 */
export function throughApi(
  stage: Stage,
  companies: readonly StageCompany[],
  { seconds }: DeliveryEffort['throughApi'],
  { name, limits }: ThroughApiOptions,
): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const certificate = `${directory}/receivers.pem`;
    await writeFile(certificate, stage.ca);
    const kind = await creations(stage, companies);
    const load = await startLoadGenerator();
    const read = async (role: 'api' | 'all') => {
      const server = await startServer({
        script: apiMain,
        core: 'any',
        parameters: [`--role=${role}`],
        probe: deliveryProbe,
        env: {
          ...productionEnvironment(`${directory}/${role}`),
          DATABASE_URL: stage.databaseUrl,
          WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128',
          NODE_EXTRA_CA_CERTS: certificate,
        },
      });
      try {
        await atRest(server);
        const burst = { stage, load, kind, seconds };
        await readApi(server, { ...burst, seconds: seconds / 2 }, role === 'all');
        return await readApi(server, burst, role === 'all');
      } finally {
        await server.stop();
      }
    };
    try {
      const alone = await read('api');
      await sql`truncate webhook_delivery`.execute(stage.database.kysely);
      const ours = await read('all');
      const atMost = (value: number, limit: number | undefined, unit = ''): Goal | null =>
        limit === undefined ? null : { text: `≤ ${limit}${unit}`, reached: value <= limit };
      return [
        figure(
          { name: `${name}, creations compared with the API alone`, unit: 'requests/s', better: 'more' },
          { ours: [ours.createdPerSecond], yardstick: [alone.createdPerSecond] },
          ({ median }) => ({ text: `≥ ${minOfAlone}`, reached: median >= minOfAlone }),
        ),
        figure(
          { name: `${name}, deliveries compared with creations`, unit: 'deliveries/s', better: 'more' },
          { ours: [ours.deliveredPerSecond], yardstick: [ours.createdPerSecond] },
          ({ median }) => ({ text: `≥ ${minOfCreated}`, reached: median >= minOfCreated }),
        ),
        figureAlone(
          { name: `${name}, processor time with PostgreSQL`, unit: 'µs', better: 'less' },
          ours.cpuMicroseconds,
          atMost(ours.cpuMicroseconds, limits.microseconds, ' µs'),
        ),
        figureAlone(
          {
            name: `${name}, without a dispatcher, processor time with PostgreSQL`,
            unit: 'µs',
            better: 'less',
          },
          alone.cpuMicroseconds,
        ),
        ...perCreation(`${name}, with a dispatcher`, ours),
        ...perCreation(`${name}, without a dispatcher`, alone),
        figureAlone(
          { name: `${name}, statements of the dispatcher for each`, unit: 'statements', better: 'less' },
          ours.dispatcher.statements,
        ),
        figureAlone(
          { name: `${name}, round trips of the dispatcher for each`, unit: 'round trips', better: 'less' },
          ours.dispatcher.roundTrips,
          atMost(ours.dispatcher.roundTrips, limits.roundTrips),
        ),
      ];
    } finally {
      await load.stop();
    }
  });
}
