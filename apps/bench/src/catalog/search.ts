import type pg from 'pg';
import { apiMain } from '../api/programs.ts';
import type { Bursts } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { medianDuration } from '../measure/median-duration.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import { startServer } from '../process/server-process.ts';
import { recordSearches, type Search } from './record-searches.ts';
import { searchCases } from './search-cases.ts';
import type { CatalogStage } from './stage.ts';

const statementProbe = new URL('../process/statement-probe.ts', import.meta.url);

/** Leaves values as the text that PostgreSQL sends. */
const asText = { getTypeParser: () => (text: string) => text };

/** Returns the searches of every case, with the statements recorded from a service. */
async function recordedCases(stage: CatalogStage, client: pg.Client) {
  const service = await startServer({
    script: apiMain,
    core: 'server',
    env: { ...stage.environment, RECORDED_TABLE: 'material' },
    probe: statementProbe,
  });
  try {
    const cases: { name: string; searches: Search[] }[] = [];
    for (const searchCase of searchCases(stage.products)) {
      const searches = await recordSearches(service, stage.headers, client, searchCase);
      cases.push({ name: searchCase.name, searches });
    }
    return cases;
  } finally {
    await service.stop();
  }
}

/** Returns the median duration of sequential searches, in rotation. */
function searching(searches: readonly Search[], make: (search: Search) => Promise<unknown>) {
  let made = 0;
  return (seconds: number): Promise<number> =>
    medianDuration(seconds, async () => {
      const next = searches[made % searches.length];
      if (next) await make(next);
      made += 1;
    });
}

/** Measures searches through the whole stack, and the same statements on a database connection for comparison. */
export function search(
  stage: CatalogStage,
  { burstSeconds, warmUpSeconds, ...extent }: Bursts,
): Promise<Figure[]> {
  return withDatabaseClient({ connectionString: stage.databaseUrl, types: asText }, async (client) => {
    const figures: Figure[] = [];
    for (const { name, searches } of await recordedCases(stage, client)) {
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
      const measure = `catalog: search for ${name} among ${stage.products.toLocaleString('en')}`;
      figures.push(figure({ name: measure, unit: 'ms', better: 'less' }, readings));
    }
    return figures;
  });
}
