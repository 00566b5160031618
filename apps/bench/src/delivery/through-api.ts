import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { newCustomer } from '../api/customer-requests.ts';
import { type Figure, figure, figureAlone } from '../measure/figure.ts';
import { type RequestKind, startLoadGenerator } from '../process/load.ts';
import { paceOf } from '../process/pace.ts';
import { startService } from '../process/server.ts';
import { createKey } from '../records/company.ts';
import { startStage } from './stage.ts';

const minOfCreated = 0.95;
const minOfAlone = 0.5;

const secondsOf = (quick: boolean) => (quick ? 2 : 10);

/** Milliseconds between checks of the queue. */
const pollIntervalMs = 50;

interface Setting {
  /** Each has an endpoint. */
  companies: number;
  /** Goals for each creation with its delivery: processor time of the service and PostgreSQL, and what the dispatcher adds. */
  maxMicroseconds: number;
  maxRoundTrips?: number;
}

/**
 * Measures creations through the API with a delivery of each to an endpoint of the company, compared with the same API without a
 * dispatcher.
 */
export async function throughApi(quick: boolean, setting: Setting): Promise<Figure[]> {
  const seconds = secondsOf(quick);
  await using stage = await startStage();
  const { postgres } = stage;
  await using load = await startLoadGenerator();
  const kind: RequestKind = { method: 'POST', requests: [], body: newCustomer };
  for (const { companyId } of await stage.addCompanies(setting.companies, 1, '/confirm')) {
    const authorization = `Bearer ${await createKey(postgres, companyId)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    kind.requests = [...kind.requests, { path: '/v1/customers', headers }];
  }
  const certificate = `${postgres.directory}/receivers.pem`;
  await writeFile(certificate, stage.ca);
  const env = { WEBHOOK_ALLOW_TARGETS: '127.0.0.0/8,::1/128', NODE_EXTRA_CA_CERTS: certificate };

  const isQueued = async () => (await postgres.sql('select from webhook_delivery limit 1')).length > 0;
  async function read(role: 'api' | 'all') {
    await using service = await startService(postgres, { core: 'any', role, env });
    const delivered = async () => {
      while (role === 'all' && (await isQueued())) await sleep(pollIntervalMs);
    };
    await load.run(service, postgres, kind, seconds / 2);
    await delivered();
    const { arrived: before } = await stage.arrivals();
    const usedBefore = await service.usage();
    let created = 0;
    let deliveredPerSecond = 0;
    const pace = await paceOf(service.usage, postgres, async () => {
      const begun = performance.now();
      created = (await load.run(service, postgres, kind, seconds)).perSecond;
      const { arrived } = await stage.arrivals();
      deliveredPerSecond = ((arrived - before) * 1000) / (performance.now() - begun);
      await delivered();
      return created * seconds;
    });
    const used = await service.usage();
    return {
      /** Per second. */
      created,
      /** Arrivals per second while requests were sent. */
      delivered: deliveredPerSecond,
      /** For each creation; with a dispatcher, until everything is delivered. */
      microseconds: pace.cpuMicroseconds + pace.databaseMicroseconds,
      roundTrips: (used.roundTrips - usedBefore.roundTrips) / (created * seconds),
      ofDispatcher: (used.ofDispatcher - usedBefore.ofDispatcher) / (created * seconds),
    };
  }
  const alone = await read('api');
  await postgres.sql('truncate webhook_delivery');
  const ours = await read('all');

  const measure = (what: string, unit: string, better: 'more' | 'less' = 'less') => ({
    ...{ name: `delivery: through the API, companies: ${setting.companies}, ${what}`, unit, better },
  });
  const compared = (what: string, created: number, reading: number, minRatio: number) =>
    figure(measure(what, 'records/s', 'more'), { ours: [reading], yardstick: [created] }, minRatio);
  const ofDispatcher = measure('round trips of the dispatcher', 'round trips');
  return [
    compared('creations compared with the API alone', alone.created, ours.created, minOfAlone),
    compared('deliveries compared with creations', ours.created, ours.delivered, minOfCreated),
    figureAlone(measure('processor time with PostgreSQL', 'µs'), ours.microseconds, setting.maxMicroseconds),
    figureAlone(measure('without a dispatcher, processor time with PostgreSQL', 'µs'), alone.microseconds),
    figureAlone(measure('without a dispatcher, round trips', 'round trips'), alone.roundTrips),
    figureAlone(ofDispatcher, ours.ofDispatcher, setting.maxRoundTrips),
  ];
}
