import type pg from 'pg';
import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { AnalyticsEffort, Effort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { medianDuration } from '../measure/median-duration.ts';
import { median } from '../measure/statistics.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import { startPostgres } from '../process/postgres.ts';
import { type ServerProcess, startServer, statementProbe } from '../process/server-process.ts';
import type { Statement } from '../process/statement-probe.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { type ReportCase, reportCases } from './cases.ts';
import { insertCompanies } from './records.ts';

/** Leaves values as the text that PostgreSQL sends. */
const asText = { getTypeParser: () => (text: string) => text };

interface Stage {
  client: pg.Client;
  headers: Record<string, string>;
  start(probe?: URL): Promise<ServerProcess>;
}

/** Creates the company that is measured and the others. @returns headers with a key of the first */
function insertAll(
  administratorUrl: string,
  { company, others }: AnalyticsEffort,
): Promise<Stage['headers']> {
  return withDatabaseClient({ connectionString: administratorUrl }, async (client) => {
    const [large] = await insertCompanies(client, 1, company);
    if (!large) throw new Error('No company was created.');
    await insertCompanies(client, others.companies, others.each);
    await client.query('vacuum analyze');
    return { authorization: `Bearer ${large.apiKey}` };
  });
}

function withRecords<T>(effort: AnalyticsEffort, work: (stage: Stage) => Promise<T>): Promise<T> {
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    const servers: ServerProcess[] = [];
    async function start(probe?: URL): Promise<ServerProcess> {
      const env = { ...productionEnvironment(`${directory}/service`), DATABASE_URL: postgres.url };
      const server = await startServer({ script: apiMain, core: 'server', env, ...(probe && { probe }) });
      servers.push(server);
      return server;
    }
    try {
      await postgres.createDatabase();
      await start();
      const headers = await insertAll(postgres.administratorUrl, effort);
      return await withDatabaseClient({ connectionString: postgres.url, types: asText }, (client) =>
        work({ client, headers, start }),
      );
    } finally {
      for (const server of servers) await server.stop();
      await postgres.stop();
    }
  });
}

/** Returns the statement with which the service answers a report. */
async function statementOf(
  recorder: ServerProcess,
  { path }: ReportCase,
  headers: Stage['headers'],
): Promise<Statement> {
  const response = await fetch(recorder.url + path, { headers });
  const answer = await response.text();
  const sent = (await recorder.ask({})) as Statement[];
  // A name that only the statements of reports contain.
  const statement = sent.find(({ text }) => text.includes('beginnings'));
  if (!response.ok || !statement) throw new Error(`GET ${path} answers ${response.status}: ${answer}`);
  return statement;
}

/** Measures reports on many records, and their statements on a database connection for comparison. */
export function analyticsBench({ analytics }: Effort): Promise<Figure[]> {
  const { rounds, seconds, burstSeconds, warmUpSeconds } = analytics.bursts;
  return withRecords(analytics, async ({ client, headers, start }) => {
    const recorder = await start(statementProbe);
    const service = await start();
    // As the service sets them.
    await client.query(
      "set plan_cache_mode = force_custom_plan; set jit = off; set max_parallel_workers_per_gather = 0; set work_mem = '64MB'",
    );
    const figures: Figure[] = [];
    for (const reportCase of reportCases) {
      const { name, path, maxMilliseconds, minRatio } = reportCase;
      const statement = await statementOf(recorder, reportCase, headers);
      const ours = async () => {
        const response = await fetch(service.url + path, { headers });
        await response.arrayBuffer();
      };
      const yardstick = () => client.query(statement.text, statement.values);
      await medianDuration(warmUpSeconds, ours);
      await medianDuration(warmUpSeconds, yardstick);
      const readings = await interleave(
        { rounds, seconds },
        {
          ours: () => medianDuration(burstSeconds, ours),
          yardstick: () => medianDuration(burstSeconds, yardstick),
          yardstickAgain: () => medianDuration(burstSeconds, yardstick),
        },
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
