import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figureAlone } from '../measure/figure.ts';
import { startDispatchers } from './dispatchers.ts';
import type { Stage, StageCompany } from './stage.ts';

const maxMegabytes = 10;

/** Measures the memory growth of a warmed-up dispatcher caused by a response of 1 GB. */
export async function largeResponse(
  stage: Stage,
  companies: readonly StageCompany[],
  { warmUp }: { warmUp: number },
): Promise<Figure[]> {
  const hostile = await stage.addCompany(['/pour']);
  const dispatcher = await startDispatchers(stage, { count: 1 });
  try {
    await dispatcher.deliver(companies, warmUp);
    await sleep(500);
    const before = await dispatcher.report();
    await dispatcher.deliver([hostile], 1);
    const after = await dispatcher.report();
    const growth = (after.peakResidentBytes - before.residentBytes) / 1e6;
    return [
      figureAlone(
        { name: 'delivery: memory growth with a response of 1 GB', unit: 'MB', better: 'less' },
        growth,
        { text: `< ${maxMegabytes} MB`, reached: growth < maxMegabytes },
      ),
    ];
  } finally {
    await dispatcher.stop();
  }
}
