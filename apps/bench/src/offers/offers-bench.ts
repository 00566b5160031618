import { writeFile } from 'node:fs/promises';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import { requestRates } from '../api/request-rates.ts';
import { requireSameResponses } from '../api/same-responses.ts';
import type { Effort, OffersEffort } from '../effort.ts';
import type { Figure } from '../measure/figure.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import { startLoadGenerator } from '../process/load.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, type ServerProcess, startServer, statementProbe } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { labels, type OfferSize, requestOf, sizes } from './cases.ts';
import { createOfferCompany } from './dataset.ts';
import { lists } from './lists.ts';
import { recordedRequests } from './statement-counts.ts';
import { transfers } from './transfers.ts';

const yardstickServer = new URL('yardstick-server.ts', import.meta.url);

/** Number of offers that are read and changed in rotation; coprime to the number of different bodies. */
const offersInRotation = 1_001;

/** Fields that differ between two offers, and between lines added to the same offer. */
const uniqueFields = ['number', 'ref', 'position'];

/** Returns offers of this size that an earlier case created. */
function offersOf(databaseUrl: string, { counts }: OfferSize): Promise<string[]> {
  const lines = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return withDatabaseClient({ connectionString: databaseUrl }, async (client) => {
    const { rows } = await client.query(
      'select offer_id as id from offer_line group by offer_id having count(*) = $1 limit $2',
      [lines, offersInRotation],
    );
    return rows.map(({ id }) => id);
  });
}

/** Measures operations on single offers through the whole stack, compared with a hand-written server. */
function operations(effort: OffersEffort): Promise<Figure[]> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    const load = await startLoadGenerator();
    const running = new Set<ServerProcess>();
    const start = async (script: URL, env: Record<string, string>, probe?: URL): Promise<ServerProcess> => {
      const settings = { ...env, DATABASE_URL: postgres.url };
      const server = await startServer({ script, core: 'server', env: settings, ...(probe && { probe }) });
      running.add(server);
      return server;
    };
    try {
      await postgres.createDatabase();
      const environment = productionEnvironment(`${directory}/service`);
      const observed = await start(apiMain, environment, statementProbe);
      const company = await createOfferCompany(postgres.url, observed.url);
      const { recorded, figures } = await recordedRequests(observed, company);
      running.delete(observed);
      await observed.stop();
      const file = `${directory}/recorded-requests.json`;
      await writeFile(file, JSON.stringify(recorded));
      const servers = {
        ours: await start(apiMain, environment),
        yardstick: await start(yardstickServer, { RECORDED_REQUESTS: file }),
        yardstickAgain: await start(yardstickServer, { RECORDED_REQUESTS: file }),
      };
      for (const server of running) await atRest(server);
      for (const size of sizes) {
        for (const kind of size.kinds) {
          const offerIds = kind === 'create' ? [] : await offersOf(postgres.url, size);
          const { counts, connections } = size;
          const request = {
            ...requestOf(kind, { company, counts, offerIds }),
            ...(connections !== undefined && { connections }),
          };
          await requireSameResponses(servers.ours, servers.yardstick, request, uniqueFields);
          const name = `offers: ${labels[kind](size.lines)}`;
          figures.push(
            ...(await requestRates(name, { load, kind: request, servers, bursts: effort[size.effort] })),
          );
        }
      }
      figures.push(...(await transfers(servers.ours, company, effort.transfers)));
      return figures;
    } finally {
      for (const server of running) await server.stop();
      await load.stop();
      await postgres.stop();
    }
  });
}

/** Measures creating, reading and extending offers, and lists of many offers. */
export async function offersBench({ offers }: Effort): Promise<Figure[]> {
  return [...(await operations(offers)), ...(await lists(offers.lists))];
}
