import type { MaterialList } from '@pv-planning/contract';
import type { Bursts } from '../effort.ts';
import { atLeast, type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { medianDuration } from '../measure/median-duration.ts';
import type { CatalogStage } from './stage.ts';

const limit = 20;

/** Measures the last page of all products, reached by its cursor, compared with the first page. */
export async function latePage(
  { service, headers, products }: CatalogStage,
  { burstSeconds, warmUpSeconds, ...extent }: Bursts,
): Promise<Figure> {
  const address = (parameters: object) => {
    const query = new URLSearchParams({ sort: 'createdAt.asc', limit: String(limit), ...parameters });
    return `${service.url}/v1/materials?${query}`;
  };
  const first = address({});
  const pages = Math.ceil(products / limit);
  const late = await nextOf(address({ offset: String((pages - 2) * limit) }), headers);
  const { data, offset } = (await (await fetch(late, { headers })).json()) as MaterialList;
  if (offset !== (pages - 1) * limit || data.length === 0)
    throw new Error(`The last page starts at ${offset} and has ${data.length} products.`);

  const reading = (page: string) => (seconds: number) =>
    medianDuration(seconds, async () => (await fetch(page, { headers })).arrayBuffer());
  const [ours, yardstick] = [reading(late), reading(first)];
  await ours(warmUpSeconds);
  await yardstick(warmUpSeconds);
  const readings = await interleave(extent, {
    ours: () => ours(burstSeconds),
    yardstick: () => yardstick(burstSeconds),
    yardstickAgain: () => yardstick(burstSeconds),
  });
  const name = `catalog: page ${pages.toLocaleString('en')} by cursor, compared with page 1`;
  return figure({ name, unit: 'ms', better: 'less' }, readings, atLeast(0.9));
}

/** Returns the address of the next page. */
async function nextOf(page: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(page, { headers });
  await response.arrayBuffer();
  const [, reference] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  if (reference === undefined) throw new Error(`GET ${page} returned ${response.status} and no next page.`);
  return new URL(reference, page).href;
}
