import { isDeepStrictEqual } from 'node:util';
import type { Body, PriceListResult } from '@pv-planning/contract';
import type pg from 'pg';
import type { CatalogEffort } from '../effort.ts';
import { type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { withDatabaseClient } from '../process/database-client.ts';
import { bareUpsert } from './bare-upsert.ts';
import { type PriceListRow, priceListRows, supplier } from './price-list.ts';
import { insertBuyer } from './products.ts';
import type { CatalogStage } from './stage.ts';

const minRatio = 0.3;
/** Minimum ratio of the peak memory after half of the imports to the peak after all imports. Close to 1 if memory is released. */
const minFlatness = 0.8;

/** One price list of a sequence, with the expected status of all its rows. */
interface Step {
  name: string;
  rows: PriceListRow[];
  body: string;
  status: 'created' | 'unchanged' | 'updated';
}

function stepsOf(count: number): Step[] {
  const step = (name: string, increase: number, status: Step['status']): Step => {
    const rows = priceListRows(count, increase);
    const body: Body<'importPriceList'> = { supplier, defaultMaterialType: 'misc', rows };
    return { name, rows, body: JSON.stringify(body), status };
  };
  return [
    step('all new', 0, 'created'),
    step('all unchanged', 0, 'unchanged'),
    step('all prices new', 5, 'updated'),
  ];
}

/** Returns the duration of each step in milliseconds. */
async function timed(steps: readonly Step[], carryOut: (step: Step) => Promise<void>): Promise<number[]> {
  const milliseconds: number[] = [];
  for (const step of steps) {
    const begun = performance.now();
    await carryOut(step);
    milliseconds.push(performance.now() - begun);
  }
  return milliseconds;
}

/** Returns the products of the company, with the fields that price lists determine. */
async function productsOf(client: pg.Client, companyId: string): Promise<unknown[]> {
  const { rows } = await client.query(
    `select material_type, material.name, manufacturer.name as manufacturer, archived, supplier, article_number,
       manufacturer_article_number, gtin, description, unit, vat_rate, purchase_price, data::jsonb
     from material join manufacturer on (manufacturer.company_id, manufacturer.id) = (material.company_id, manufacturer_id)
     where material.company_id = $1 order by article_number`,
    [companyId],
  );
  return rows;
}

/** All steps for one company. */
interface Run {
  companyId: string;
  milliseconds: number[];
}

async function throughTheService(
  stage: CatalogStage,
  client: pg.Client,
  steps: readonly Step[],
): Promise<Run> {
  const { companyId, apiKey } = await insertBuyer(client);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const texts: string[] = [];
  const milliseconds = await timed(steps, async ({ body }) => {
    const response = await fetch(`${stage.service.url}/v1/materials/price-list-import`, {
      method: 'POST',
      headers,
      body,
    });
    texts.push(await response.text());
  });
  steps.forEach(({ name, rows, status }, number) => {
    const text = texts[number] ?? '';
    const { summary } = JSON.parse(text) as Partial<PriceListResult>;
    if (summary?.[status] !== rows.length) throw new Error(`Import, ${name}: ${text.slice(0, 2_000)}`);
  });
  return { companyId, milliseconds };
}

async function byHand(client: pg.Client, steps: readonly Step[]): Promise<Run> {
  const { companyId, manufacturerIds } = await insertBuyer(client);
  const milliseconds = await timed(steps, ({ rows }) => bareUpsert(client, companyId, manufacturerIds, rows));
  return { companyId, milliseconds };
}

/** @throws Error if the service and the yardstick created different products from the price lists */
async function requireSameProducts(client: pg.Client, ours: Run, yardstick: Run): Promise<void> {
  const expected = await productsOf(client, ours.companyId);
  const actual = await productsOf(client, yardstick.companyId);
  const different = expected.findIndex((product, row) => !isDeepStrictEqual(product, actual[row]));
  if (different < 0 && expected.length === actual.length) return;
  throw new Error(
    `The yardstick creates different products.\nours: ${JSON.stringify(expected[different])}\nyardstick: ${JSON.stringify(actual[different])}`,
  );
}

/**
 * Compares the peak memory after all imports with the peak after half of the imports: a leak would increase the former.
 *
 * @param peaks megabytes, after each run
 */
function flatness(peaks: readonly number[], importsOfARun: number): Figure {
  const half = Math.ceil(peaks.length / 2);
  const after = (runs: number) => [peaks[runs - 1] ?? Number.NaN];
  const [all, first] = [peaks.length * importsOfARun, half * importsOfARun];
  return figure(
    {
      name: `catalog: peak memory of ${all} imports, compared with the first ${first}`,
      unit: 'MB',
      better: 'less',
    },
    { ours: after(peaks.length), yardstick: after(half) },
    ({ median }) => ({ text: `≥ ${minFlatness}`, reached: median >= minFlatness }),
  );
}

/**
 * Measures imports of price lists through the whole stack, compared with one statement per list, and the memory of the service.
 */
export function imports(
  stage: CatalogStage,
  { rows, ...extent }: CatalogEffort['imports'],
): Promise<Figure[]> {
  const steps = stepsOf(rows);
  return withDatabaseClient({ connectionString: stage.databaseUrl }, async (client) => {
    const peaks: number[] = [];
    const ours = async () => {
      const run = await throughTheService(stage, client, steps);
      peaks.push((await stage.service.usage()).peakResidentBytes / 1e6);
      return run;
    };
    const yardstick = () => byHand(client, steps);
    await requireSameProducts(client, await ours(), await yardstick());
    const readings = await interleave(extent, { ours, yardstick, yardstickAgain: yardstick });
    const many = rows.toLocaleString('en');
    const compared = steps.map(({ name }, step) => {
      const of = (runs: readonly Run[]) => runs.map(({ milliseconds }) => milliseconds[step] ?? Number.NaN);
      return figure(
        { name: `catalog: import of ${many}, ${name}`, unit: 'ms', better: 'less' },
        {
          ours: of(readings.ours),
          yardstick: of(readings.yardstick),
          yardstickAgain: of(readings.yardstickAgain),
        },
        ({ median }) => ({ text: `≥ ${minRatio}`, reached: median >= minRatio }),
      );
    });
    return [...compared, flatness(peaks, steps.length)];
  });
}
