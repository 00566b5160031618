import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figure, figureAlone } from '../measure/figure.ts';
import { type Postgres, startPostgres } from '../process/postgres.ts';
import { slowest, type Visitor } from '../process/requests.ts';
import { startService } from '../process/server.ts';
import { type Company, createCompany } from '../records/company.ts';
import { createCustomers } from '../records/customers.ts';

/** The service with default limits. */
export interface CaseStage {
  postgres: Postgres;
  /** For example `http://127.0.0.1:40123`. */
  url: string;
  /** The company that causes the load. It has no records yet. */
  busy: Company;
  /** Another company with customers, whose list is measured unless the case says otherwise. */
  other: Company;
}

/** The load that one company, or a client without a key, causes while another company's requests are measured. */
export interface FairnessCase {
  /** The beginning of the name of the figure. Default: "a company while another". */
  measured?: string;
  /** The end of the name: the load of the other company. */
  name: string;
  /** Settings of the service. */
  env?: Record<string, string>;
  /** Creates the records that the case needs. If there is a `visitor`, its requests are measured instead of the list. */
  prepare(stage: CaseStage): Promise<Load | { load: Load; visitor: Visitor | (() => Visitor) }>;
}

/** Sends requests until the signal is aborted. Rejects if a response is not as expected. */
export type Load = (signal: AbortSignal) => Promise<void>;

const normal = { seconds: 10, visits: 500 };
const quickly = { seconds: 4, visits: 100 };

const customers = 200;
/** Time until the load of the case has its full effect. */
const leadInMs = 1_000;

/** Measures the requests of one company without and with the load of a case, and the peak memory of the process. */
export async function measureCase(
  quick: boolean,
  { measured = 'a company while another', name, env = {}, prepare }: FairnessCase,
): Promise<Figure[]> {
  const { seconds, visits } = quick ? quickly : normal;
  await using postgres = await startPostgres();
  // Requests with an address of their own have it in a header.
  await using service = await startService(postgres, { env: { TRUST_PROXY: '1', ...env } });
  const { url } = service;
  const [busy, other] = [await createCompany(postgres), await createCompany(postgres)];
  await createCustomers(url, other, customers);
  const prepared = await prepare({ postgres, url, busy, other });
  await postgres.sql('analyze');
  const list: Visitor = { url: `${url}/v1/customers?limit=50`, headers: other.headers };
  const { load, visitor } = typeof prepared === 'function' ? { load: prepared, visitor: list } : prepared;

  await slowest(visitor, visits);
  const idleMs = await slowest(visitor, visits);
  const controller = new AbortController();
  const running = load(controller.signal);
  await Promise.race([sleep(leadInMs), running]);
  const busyMs = await Promise.race([slowest(visitor, visits, seconds), running.then(endedEarly)]);
  controller.abort();
  await running;
  const { peakResidentBytes } = await service.usage();
  return fairnessFigures(`${measured} ${name}`, { busyMs, idleMs, peakResidentBytes });
}

function endedEarly(): never {
  throw new Error('The load ended before the requests were measured.');
}

/** A company may wait this long, or three times as long as without the load, whichever is longer. */
const allowedMs = 30;
const allowedRatio = 3;

const maxPeakMegabytes = 700;

/**
 * Figures of the 99th percentile with and without load from others, and of the memory of the process.
 *
 * @param name the measured requests, and the load
 */
export function fairnessFigures(
  name: string,
  { busyMs, idleMs, peakResidentBytes }: Record<'busyMs' | 'idleMs' | 'peakResidentBytes', number>,
): Figure[] {
  const p99 = { name: `fairness: p99 of ${name}`, unit: 'ms', better: 'less' } as const;
  const peak = { name: `fairness: peak memory, ${name}`, unit: 'MB', better: 'less' } as const;
  const reached = busyMs <= Math.max(allowedMs, allowedRatio * idleMs);
  return [
    {
      ...figure(p99, { ours: [busyMs], yardstick: [idleMs] }),
      goal: { text: `≤ ${allowedMs} ms or ${allowedRatio} × idle`, reached },
    },
    figureAlone(peak, peakResidentBytes / 1024 ** 2, maxPeakMegabytes),
  ];
}
