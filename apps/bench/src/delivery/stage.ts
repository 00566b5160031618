import { type Database, openDatabase } from '@pv-planning/database';
import { createEndpoints, notifyDispatchers } from '@pv-planning/webhook-delivery';
import { loopback, receiverCertificate, secretKey } from '@pv-planning/webhook-delivery/testing';
import { sql } from 'kysely';
import { type NodeProcess, startNode } from '../process/node-process.ts';
import type { Core } from '../process/pinning.ts';
import { type PostgresProcess, startPostgres } from '../process/postgres.ts';
import { processorTimeBelow } from '../process/processor-time.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import type { Arrivals, ReceiverOrder, ReceiverPath } from './receiver-orders.ts';

/** A company whose endpoints receive every event. */
export interface StageCompany {
  companyId: string;
  urls: string[];
}

/** A database and receivers for dispatchers. */
export interface Stage {
  database: Database;
  databaseUrl: string;
  /** The processor core on which dispatchers and bare loops run. */
  senderCore: Core;
  /** The receivers' certificate. */
  ca: string;
  /** A signing secret. */
  secret: string;
  /** Creates a company with one endpoint for each path. */
  addCompany(paths: readonly ReceiverPath[]): Promise<StageCompany>;
  /** Queues events for each of these companies, without waking dispatchers. */
  queue(companies: readonly StageCompany[], eventsEach: number): Promise<void>;
  /** Wakes dispatchers in other processes. */
  wake(companies: readonly StageCompany[]): Promise<void>;
  /** Processor time of PostgreSQL since its start. */
  databaseMicroseconds(): Promise<number>;
  receivers: {
    arrivals(): Promise<Arrivals>;
    reset(): Promise<void>;
    /** From now until the next reset, receivers at `/slow-down` respond shortly before the timeout. */
    slowDown(): Promise<void>;
  };
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

/** If `pinned`, the sender has its own core, and PostgreSQL and the receivers share another one. */
export function withStage<T>(
  { pinned }: { pinned: boolean },
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const othersCore = pinned ? 'others' : 'any';
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, othersCore);
    try {
      await postgres.createDatabase();
      const database = await openDatabase({ url: postgres.url });
      const { key, cert } = await receiverCertificate();
      const receivers = await startNode({
        script: new URL('receivers.ts', import.meta.url),
        core: othersCore,
        parameters: [JSON.stringify({ key, cert, servers })],
        readyText: 'ready',
      });
      try {
        const senderCore = pinned ? 'server' : 'any';
        return await work(await stageOf({ database, postgres, ca: cert, receivers, senderCore }));
      } finally {
        await database.close();
        await receivers.stop();
      }
    } finally {
      await postgres.stop();
    }
  });
}

interface StageParts {
  database: Database;
  postgres: PostgresProcess;
  ca: string;
  receivers: NodeProcess;
  senderCore: Core;
}

async function stageOf({ database, postgres, ca, receivers, senderCore }: StageParts): Promise<Stage> {
  const { kysely } = database;
  const endpoints = createEndpoints({ kysely, secretKey, allowTargets: loopback });
  const order = async (message: ReceiverOrder) => (await receivers.ask(message)) as Arrivals;
  const { ports } = await order({ order: 'report' });
  let made = 0;

  return {
    database,
    databaseUrl: postgres.url,
    senderCore,
    databaseMicroseconds: () => processorTimeBelow(postgres.pid),
    ca,
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX',
    async addCompany(paths) {
      const { companyId } = await kysely
        .insertInto('company')
        .values({ name: 'Sonnendach Musterstadt GmbH' })
        .returning('companyId')
        .executeTakeFirstOrThrow();
      const urls: string[] = [];
      for (const path of paths) {
        made += 1;
        const url = `https://localhost:${ports[made % ports.length]}${path}?endpoint=${made}`;
        await endpoints.create({ companyId, url, eventTypes: ['*'] });
        urls.push(url);
      }
      return { companyId, urls };
    },
    async queue(companies, eventsEach) {
      const companyIds = companies.map(({ companyId }) => companyId);
      await sql`
        with event as (
          insert into webhook_event (company_id, id, type, created_at, body)
          select company_id, id, 'customer.created', now,
            '{"id":"' || id || '","type":"customer.created","createdAt":"'
              || to_char(now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","data":' || ${JSON.stringify(eventData)}::text || '}'
          from (
            select company_id, gen_random_uuid() as id, now() as now
            from unnest(${companyIds}::bigint[]) as company_id, generate_series(1, ${eventsEach}::integer)
          ) as made
          returning company_id, id, type, created_at
        )
        insert into webhook_delivery (company_id, endpoint_id, event_id, event_type, event_created_at, due_at)
        select event.company_id, endpoint.id, event.id, event.type, event.created_at, event.created_at
        from event join webhook_endpoint as endpoint on endpoint.company_id = event.company_id
      `.execute(kysely);
    },
    async wake(companies) {
      await notifyDispatchers(
        kysely,
        companies.map(({ companyId }) => companyId),
      );
    },
    receivers: {
      arrivals: () => order({ order: 'report' }),
      async reset() {
        await order({ order: 'reset' });
      },
      async slowDown() {
        await order({ order: 'slow-down' });
      },
    },
  };
}
