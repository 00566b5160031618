import { openDatabase } from '@pv-planning/database';
import { createEndpoints, notifyDispatchers } from '@pv-planning/webhook-delivery';
import { loopback, receiverCertificate, secretKey } from '@pv-planning/webhook-delivery/testing';
import { startNode } from '../process/node-process.ts';
import { startPostgres } from '../process/postgres.ts';
import type { Arrivals, ReceiverOptions, ReceiverOrder, ReceiverPath } from './receivers.ts';

/** A company whose endpoints receive every event. */
export interface StageCompany {
  companyId: string;
  urls: string[];
}

/** Number of servers that host the endpoints. */
const servers = 10;

export const eventData = {
  id: '1001',
  firstName: 'Maria',
  lastName: 'Schneider',
  email: 'maria.schneider@example.com',
  createdAt: '2026-03-02T08:15:30.000Z',
};

const queueEvents = `
  with event as (
    insert into webhook_event (company_id, id, type, created_at, body)
    select company_id, id, 'customer.created', now,
      '{"id":"' || id || '","type":"customer.created","createdAt":"'
        || to_char(now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":' || $3::text || '}'
    from (
      select company_id, gen_random_uuid() as id, now() as now
      from unnest($1::bigint[]) as company_id, generate_series(1, $2::integer)
    ) as made
    returning company_id, id, type, created_at
  )
  insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
  select event.company_id, endpoint.id, event.id, event.type, event.created_at, event.created_at
  from event join webhook_endpoint as endpoint on endpoint.company_id = event.company_id`;

export type Stage = Awaited<ReturnType<typeof startStage>>;

/**
 * Starts a database and receivers for dispatchers. If `pinned`, the sender has its own core, and PostgreSQL and the receivers share
 * another one.
 */
export async function startStage({ pinned = false } = {}) {
  await using starting = new AsyncDisposableStack();
  const core = pinned ? 'others' : 'any';
  const postgres = starting.use(await startPostgres(core));
  const database = await openDatabase({ url: postgres.url });
  starting.defer(() => database.close());
  const { key, cert: ca } = await receiverCertificate();
  const options: ReceiverOptions = { key, cert: ca, servers };
  const script = new URL('receivers.ts', import.meta.url);
  const parameters = [JSON.stringify(options)];
  const receivers = starting.use(await startNode({ script, core, parameters, readyText: 'ready' }));
  const order = async (message: ReceiverOrder['order']) =>
    (await receivers.ask({ order: message } satisfies ReceiverOrder)) as Arrivals;
  const { ports } = await order('report');
  const { kysely } = database;
  const endpoints = createEndpoints({ kysely, secretKey, allowTargets: loopback });
  let made = 0;

  async function addCompany(endpointsEach: number, path: ReceiverPath): Promise<StageCompany> {
    const [company] = await postgres.sql<{ id: string }>(
      `insert into company (name) values ('Musterstadt') returning company_id as id`,
    );
    const companyId = String(company?.id);
    const urls: string[] = [];
    while (urls.length < endpointsEach) {
      made += 1;
      const url = `https://localhost:${ports[made % ports.length]}${path}?endpoint=${made}`;
      await endpoints.create({ companyId, url, eventTypes: ['*'] });
      urls.push(url);
    }
    return { companyId, urls };
  }

  const idsOf = (companies: readonly StageCompany[]) => companies.map(({ companyId }) => companyId);
  const started = starting.move();
  return {
    postgres,
    database,
    /** The processor core on which dispatchers and bare loops run. */
    senderCore: pinned ? ('server' as const) : ('any' as const),
    /** The receivers' certificate. */
    ca,
    addCompanies: (count: number, endpointsEach: number, path: ReceiverPath) =>
      Promise.all(Array.from({ length: count }, () => addCompany(endpointsEach, path))),
    /** Queues events for each of these companies. */
    async queue(companies: readonly StageCompany[], eventsEach: number): Promise<void> {
      await postgres.sql(queueEvents, [idsOf(companies), eventsEach, JSON.stringify(eventData)]);
    },
    /** Wakes dispatchers in other processes. */
    wake: (companies: readonly StageCompany[]) => notifyDispatchers(kysely, idsOf(companies)),
    arrivals: () => order('report'),
    forgetArrivals: () => order('reset'),
    /** From now until arrivals are forgotten, receivers at `/slow-down` respond shortly before the timeout. */
    slowDown: () => order('slow-down'),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
