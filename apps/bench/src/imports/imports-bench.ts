import { deepStrictEqual } from 'node:assert';
import type { Body, PriceListResult } from '@pv-planning/contract';
import { each, type Figure, figure } from '../measure/figure.ts';
import { interleave } from '../measure/interleave.ts';
import { type Postgres, startPostgres } from '../process/postgres.ts';
import { startService } from '../process/server.ts';
import { call } from '../records/call.ts';
import { createKey } from '../records/company.ts';
import type { PriceListRow } from '../records/products.ts';
import { bareUpsert } from './bare-upsert.ts';
import { manufacturers, priceListRows, supplier } from './price-list.ts';

const minRatio = 0.3;
/** Minimum ratio of the peak memory after half of the imports to the peak after all imports. Close to 1 if memory is released. */
const minFlatness = 0.8;

const path = '/v1/materials/price-list-import';

const normal = { rounds: 5, seconds: 40, rows: 10_000 };
const quickly = { rounds: 3, seconds: 6, rows: 2_000 };

/** One price list of a sequence, with the expected status of all its rows. */
interface Step {
  name: string;
  rows: PriceListRow[];
  status: 'created' | 'unchanged' | 'updated';
}

/**
 * Measures imports of price lists through the whole service, compared with one statement for each list, and the memory of the
 * service.
 */
export async function importsBench(quick: boolean): Promise<Figure[]> {
  const { rows: count, ...extent } = quick ? quickly : normal;
  await using postgres = await startPostgres();
  await using service = await startService(postgres);
  const steps: Step[] = [
    { name: 'all new', rows: priceListRows(count, 0), status: 'created' },
    { name: 'all unchanged', rows: priceListRows(count, 0), status: 'unchanged' },
    { name: 'all prices new', rows: priceListRows(count, 5), status: 'updated' },
  ];

  const peaks: number[] = [];
  const ours = async () => {
    const buyer = await insertBuyer(postgres);
    const headers = { authorization: `Bearer ${await createKey(postgres, buyer.companyId)}` };
    const run = await timed(buyer, steps, async ({ name, rows, status }) => {
      const body: Body<'importPriceList'> = { supplier, defaultMaterialType: 'misc', rows };
      const { summary } = await call<PriceListResult>(`${service.url}${path}`, headers, body);
      if (summary[status] !== count) throw new Error(`Import, ${name}: ${JSON.stringify(summary)}`);
    });
    peaks.push((await service.usage()).peakResidentBytes / 1e6);
    return run;
  };
  const yardstick = async () => {
    const buyer = await insertBuyer(postgres);
    return timed(buyer, steps, ({ rows }) => bareUpsert(postgres, buyer, rows));
  };

  // Both must create the same products.
  deepStrictEqual(
    await productsOf(postgres, (await ours()).companyId),
    await productsOf(postgres, (await yardstick()).companyId),
  );
  const readings = await interleave(extent, { ours, yardstick, yardstickAgain: yardstick });
  const compared = steps.map(({ name }, step) =>
    figure(
      { name: `imports: ${count.toLocaleString('en')} rows, ${name}`, unit: 'ms', better: 'less' },
      each(readings, ({ milliseconds }) => milliseconds[step] ?? Number.NaN),
      minRatio,
    ),
  );

  // A leak would increase the peak after all imports.
  const half = Math.ceil(peaks.length / 2);
  const name = `imports: peak memory of ${peaks.length * steps.length}, compared with the first ${half * steps.length}`;
  const peakOf = (runs: number) => [peaks[runs - 1] ?? Number.NaN];
  const flatness = figure(
    { name, unit: 'MB', better: 'less' },
    { ours: peakOf(peaks.length), yardstick: peakOf(half) },
    minFlatness,
  );
  return [...compared, flatness];
}

/** Carries out all steps for a company. @returns the duration of each in milliseconds */
async function timed(
  { companyId }: { companyId: string },
  steps: readonly Step[],
  carryOut: (step: Step) => Promise<void>,
) {
  const milliseconds: number[] = [];
  for (const step of steps) {
    const begun = performance.now();
    await carryOut(step);
    milliseconds.push(performance.now() - begun);
  }
  return { companyId, milliseconds };
}

/** Creates a company with manufacturers. */
async function insertBuyer({ sql }: Postgres) {
  const [company] = await sql<{ id: string }>(
    `insert into company (name) values ('Musterstadt') returning company_id as id`,
  );
  const companyId = String(company?.id);
  const makers = await sql<{ name: string; id: string }>(
    'insert into manufacturer (company_id, name) select $1, unnest($2::text[]) returning name, id',
    [companyId, manufacturers],
  );
  return { companyId, manufacturerIds: new Map(makers.map(({ name, id }) => [name, id])) };
}

/** Returns the products of the company, with the fields that price lists determine. */
const productsOf = ({ sql }: Postgres, companyId: string): Promise<unknown[]> =>
  sql(
    `select material_type, material.name, manufacturer.name as manufacturer, archived, supplier, article_number,
       manufacturer_article_number, gtin, description, unit, vat_rate, purchase_price, data::jsonb
     from material join manufacturer on (manufacturer.company_id, manufacturer.id) = (material.company_id, manufacturer_id)
     where material.company_id = $1 order by article_number`,
    [companyId],
  );
