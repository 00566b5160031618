import { apiMain, productionEnvironment } from '../api/programs.ts';
import { requireSameResponses } from '../api/same-responses.ts';
import type { AnalyticsEffort, Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { medianDuration } from '../measure/median-duration.ts';
import { median } from '../measure/statistics.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { reportCases } from './cases.ts';
import { insertCompanies } from './records.ts';

/** A hand-written server with the same reports. */
const yardstickServer = new URL('yardstick-server.ts', import.meta.url);

interface Stage {
  ours: ServerProcess;
  yardstick: ServerProcess;
  headers: Record<string, string>;
}

/** Creates the measured company and the others. @returns the measured company */
function insertAll(administratorUrl: string, { company, others }: AnalyticsEffort) {
  return withDatabaseClient({ connectionString: administratorUrl }, async (client) => {
    const [large] = await insertCompanies(client, 1, company);
    if (!large) throw new Error('No company was created.');
    await insertCompanies(client, others.companies, others.each);
    await client.query('vacuum analyze');
    return large;
  });
}

function withRecords<T>(effort: AnalyticsEffort, work: (stage: Stage) => Promise<T>): Promise<T> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    const servers: ServerProcess[] = [];
    const start = async (script: URL, env: Record<string, string>): Promise<ServerProcess> => {
      const settings = { ...env, DATABASE_URL: postgres.url };
      const server = await startServer({ script, core: 'server', env: settings });
      servers.push(server);
      return server;
    };
    try {
      await postgres.createDatabase();
      const ours = await start(apiMain, productionEnvironment(`${directory}/service`));
      const { companyId, apiKey } = await insertAll(postgres.administratorUrl, effort);
      const yardstick = await start(yardstickServer, { COMPANY_ID: companyId });
      await atRest(ours);
      return await work({ ours, yardstick, headers: { authorization: `Bearer ${apiKey}` } });
    } finally {
      for (const server of servers) await server.stop();
      await postgres.stop();
    }
  });
}

/** Measures reports on many records, compared with the reports of a hand-written server. */
export function analyticsBench({ analytics }: Effort): Promise<Figure[]> {
  const { rounds, seconds, burstSeconds, warmUpSeconds } = analytics.bursts;
  return withRecords(analytics, async ({ ours, yardstick, headers }) => {
    const figures: Figure[] = [];
    for (const { name, path, maxMilliseconds, minRatio } of reportCases) {
      await requireSameResponses(ours, yardstick, { method: 'GET', headers, paths: [path] });
      const request =
        ({ url }: ServerProcess) =>
        async () => {
          const response = await fetch(url + path, { headers });
          await response.arrayBuffer();
        };
      const reading = (server: ServerProcess) => () => medianDuration(burstSeconds, request(server));
      for (const server of [ours, yardstick]) await medianDuration(warmUpSeconds, request(server));
      const readings = await interleave(
        { rounds, seconds },
        { ours: reading(ours), yardstick: reading(yardstick), yardstickAgain: reading(yardstick) },
      );
      const duration = median(readings.ours);
      figures.push(
        figure({ name: `analytics: ${name}`, unit: 'ms', better: 'less' }, readings, (ratio) => ({
          text: `≤ ${maxMilliseconds} ms${minRatio > 0 ? `, ≥ ${minRatio}` : ''}`,
          reached: duration <= maxMilliseconds && ratio.median >= minRatio,
        })),
      );
    }
    return figures;
  });
}
