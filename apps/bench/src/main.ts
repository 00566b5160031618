import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { analyticsBench } from './analytics/analytics-bench.ts';
import { apiBench } from './api/api-bench.ts';
import { bookingsBench } from './bookings/bookings-bench.ts';
import { catalogBench } from './catalog/catalog-bench.ts';
import { clientBench } from './client/client-bench.ts';
import { deliveryBench, deliveryParts } from './delivery/delivery-bench.ts';
import { documentsBench } from './documents/documents-bench.ts';
import { type Effort, normal, quick } from './effort.ts';
import { fairnessBench } from './fairness/fairness-bench.ts';
import { linksBench } from './links/links-bench.ts';
import type { Figure } from './measure/figure.ts';
import { table } from './measure/report.ts';
import { memoryBench } from './memory/memory-bench.ts';
import { offersBench } from './offers/offers-bench.ts';
import { pathsBench } from './paths/paths-bench.ts';
import { paymentsBench } from './payments/payments-bench.ts';
import { slotsBench } from './slots/slots-bench.ts';
import { startBench } from './start/start-bench.ts';
import { stringsBench } from './strings/strings-bench.ts';

const benches: Record<string, (effort: Effort) => Promise<Figure[]>> = {
  api: apiBench,
  paths: pathsBench,
  fairness: fairnessBench,
  links: linksBench,
  start: startBench,
  memory: memoryBench,
  client: clientBench,
  delivery: deliveryBench,
  catalog: catalogBench,
  offers: offersBench,
  strings: stringsBench,
  slots: slotsBench,
  bookings: bookingsBench,
  payments: paymentsBench,
  documents: documentsBench,
  analytics: analyticsBench,
};

/** Benchmarks that run as parts of others, or alone by their names. */
const parts: typeof benches = Object.fromEntries(
  Object.entries(deliveryParts).map(([name, bench]) => [`delivery:${name}`, bench]),
);

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
});

const names = chosen.length > 0 ? chosen : Object.keys(benches);
const known = { ...benches, ...parts };
const unknown = names.filter((name) => !Object.hasOwn(known, name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. Usage: npm run bench -- [--quick] [--json FILE] [${Object.keys(known).join(' | ')}] …\n`,
  );
  process.exit(2);
}

const effort = options.quick ? quick : normal;
const figures: Figure[] = [];
for (const name of names) {
  process.stderr.write(`${name} … `);
  const begun = performance.now();
  figures.push(...((await known[name]?.(effort)) ?? []));
  process.stderr.write(`${Math.round((performance.now() - begun) / 1000)} s\n`);
}
process.stdout.write(`${table(figures)}\n`);
if (options.json !== undefined) {
  const { node } = process.versions;
  await writeFile(options.json, `${JSON.stringify({ node, quick: options.quick, figures }, null, 2)}\n`);
}
