import type pg from 'pg';
import { apiMain } from '../api/programs.ts';
import type { Bursts } from '../effort.ts';
import { type Figure, figure, type Measure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { medianDuration } from '../measure/median-duration.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import { startServer, statementProbe } from '../process/server-process.ts';
import { recordSearches, type Search } from './record-searches.ts';
import type { SearchCase } from './search-cases.ts';
import type { SearchStage } from './stage.ts';

/** Searches to measure, compared with their own statements. */
export interface Searches {
  /** The table that contains the records. */
  table: string;
  cases: readonly SearchCase[];
  /** The name of a figure. */
  name: (searchCase: SearchCase) => string;
}

/** Returns values as the text that PostgreSQL sends. */
const asText = { getTypeParser: () => (text: string) => text };

/** Returns the searches of every case, with the statements recorded from a service. */
async function recordedCases(stage: SearchStage, client: pg.Client, { table, cases }: Searches) {
  const service = await startServer({
    script: apiMain,
    core: 'server',
    env: stage.environment,
    probe: statementProbe,
  });
  try {
    const recorded: { searchCase: SearchCase; searches: Search[] }[] = [];
    for (const searchCase of cases) {
      const searches = await recordSearches(service, stage.headers, client, table, searchCase);
      recorded.push({ searchCase, searches });
    }
    return recorded;
  } finally {
    await service.stop();
  }
}

/** Returns a function that runs searches sequentially, cycling through them, and returns their median duration. */
function searching(searches: readonly Search[], make: (search: Search) => Promise<unknown>) {
  let made = 0;
  return (seconds: number): Promise<number> =>
    medianDuration(seconds, async () => {
      const next = searches[made % searches.length];
      if (next) await make(next);
      made += 1;
    });
}

/** Measures searches through the whole stack, compared with the same statements on a database connection. */
export function search(
  stage: SearchStage,
  wanted: Searches,
  { burstSeconds, warmUpSeconds, ...extent }: Bursts,
): Promise<Figure[]> {
  const { name } = wanted;
  return withDatabaseClient({ connectionString: stage.databaseUrl, types: asText }, async (client) => {
    const figures: Figure[] = [];
    for (const { searchCase, searches } of await recordedCases(stage, client, wanted)) {
      const ours = searching(searches, async ({ path }) => {
        const response = await fetch(stage.service.url + path, { headers: stage.headers });
        await response.arrayBuffer();
      });
      const yardstick = searching(searches, ({ statement }) => client.query(statement));
      await ours(warmUpSeconds);
      await yardstick(warmUpSeconds);
      const readings = await interleave(extent, {
        ours: () => ours(burstSeconds),
        yardstick: () => yardstick(burstSeconds),
        yardstickAgain: () => yardstick(burstSeconds),
      });
      const measure: Measure = { name: name(searchCase), unit: 'ms', better: 'less' };
      figures.push(figure(measure, readings));
    }
    return figures;
  });
}
