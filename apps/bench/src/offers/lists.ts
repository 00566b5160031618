import { requireSameResponses } from '../api/same-responses.ts';
import type { SearchCase } from '../catalog/search-cases.ts';
import { type SearchStage, withRecords } from '../catalog/stage.ts';
import type { Bursts, OfferListsEffort } from '../effort.ts';
import { atLeast, type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { medianDuration } from '../measure/median-duration.ts';
import { atRest, type ServerProcess, startServer } from '../process/server-process.ts';
import { insertOffersOfCompanies } from './list-dataset.ts';

const path = (parameters: Record<string, string>) =>
  `/v1/offers?${new URLSearchParams({ limit: '50', ...parameters })}`;

const cases: readonly SearchCase[] = [
  { name: 'the newest of all', paths: [path({})] },
  { name: 'those published', paths: [path({ state: 'PUBLISHED' }), path({ state: 'ACCEPTED' })] },
  { name: 'drafts by price', paths: [path({ state: 'DRAFT', sort: 'offerPrice.desc' })] },
  { name: 'a word in the name', paths: ['scheune', 'carport', 'halle'].map((q) => path({ q })) },
];

const yardstickServer = new URL('list-yardstick.ts', import.meta.url);

/** Returns a function that sends requests sequentially, cycling through the paths, and returns their median duration. */
function listing({ url }: ServerProcess, { headers }: SearchStage, { paths }: SearchCase) {
  let sent = 0;
  return (seconds: number): Promise<number> =>
    medianDuration(seconds, async () => {
      const response = await fetch(url + paths[sent % paths.length], { headers });
      await response.arrayBuffer();
      sent += 1;
    });
}

/** Measures lists of one kind on the service and on the yardstick. */
async function comparedWithYardstick(
  stage: SearchStage,
  yardstickProcess: ServerProcess,
  searchCase: SearchCase,
  { burstSeconds, warmUpSeconds, ...extent }: Bursts,
) {
  for (const each of searchCase.paths) {
    const request = { method: 'GET', headers: stage.headers, paths: [each] } as const;
    await requireSameResponses(stage.service, yardstickProcess, request);
  }
  const ours = listing(stage.service, stage, searchCase);
  const yardstick = listing(yardstickProcess, stage, searchCase);
  await ours(warmUpSeconds);
  await yardstick(warmUpSeconds);
  return interleave(extent, {
    ours: () => ours(burstSeconds),
    yardstick: () => yardstick(burstSeconds),
    yardstickAgain: () => yardstick(burstSeconds),
  });
}

/** Measures the lists of one company's offers (page, filter and total), compared with a hand-written server. */
export function lists({ offers, bursts }: OfferListsEffort): Promise<Figure[]> {
  const fill = (databaseUrl: string) => insertOffersOfCompanies(databaseUrl, offers);
  return withRecords(fill, async (stage) => {
    const yardstick = await startServer({
      script: yardstickServer,
      core: 'server',
      env: { DATABASE_URL: stage.databaseUrl },
    });
    try {
      await atRest(stage.service);
      const figures: Figure[] = [];
      for (const searchCase of cases) {
        const readings = await comparedWithYardstick(stage, yardstick, searchCase, bursts);
        const name = `offers: list ${searchCase.name} among ${offers.toLocaleString('en')}`;
        figures.push(figure({ name, unit: 'ms', better: 'less' }, readings, atLeast(0.8)));
      }
      return figures;
    } finally {
      await yardstick.stop();
    }
  });
}
