import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { against } from './against.ts';
import { apiBench } from './api/api-bench.ts';
import { deliveryParts } from './delivery/delivery-bench.ts';
import { documentsBench } from './documents/documents-bench.ts';
import { fairnessParts } from './fairness/fairness-bench.ts';
import { importsBench } from './imports/imports-bench.ts';
import type { Figure } from './measure/figure.ts';
import { table } from './measure/table.ts';
import { memoryBench } from './memory/memory-bench.ts';
import { mixedBench } from './mixed/mixed-bench.ts';

type Parts = Readonly<Record<string, (quick: boolean) => Promise<Figure[]>>>;

const benches: Readonly<Record<string, Parts>> = {
  api: { api: apiBench },
  mixed: { mixed: mixedBench },
  fairness: fairnessParts,
  delivery: deliveryParts,
  imports: { imports: importsBench },
  documents: { documents: documentsBench },
  memory: { memory: memoryBench },
};
const parts: Parts = Object.assign({}, ...Object.values(benches));

const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    against: { type: 'string' },
    pairs: { type: 'string', default: '5' },
  },
});
const { quick, json, against: revision } = options;
const pairs = Number(options.pairs);

const names = chosen.length > 0 ? chosen : Object.keys(benches);
const known = { ...benches, ...parts };
const unknown = names.filter((name) => !Object.hasOwn(known, name));
if (!Number.isInteger(pairs) || pairs < 1) unknown.push(`--pairs ${options.pairs}`);
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. Usage: npm run bench -- [--quick] [--json FILE] [--against REVISION [--pairs 5]] [NAME …]
Names: ${Object.keys(known).join(', ')}\n`,
  );
  process.exit(2);
}

async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, bench] of names.flatMap((one) =>
    Object.entries<Parts[string] | undefined>(benches[one] ?? { [one]: parts[one] }),
  )) {
    process.stderr.write(`${name} … `);
    const begun = performance.now();
    figures.push(...((await bench?.(quick)) ?? []));
    process.stderr.write(`${Math.round((performance.now() - begun) / 1000)} s\n`);
  }
  return figures;
}

const parameters = [...(quick ? ['--quick'] : []), ...names];
const figures = revision === undefined ? await measure() : await against(revision, { parameters, pairs });
process.stdout.write(`${table(figures)}\n`);
if (json !== undefined)
  await writeFile(json, `${JSON.stringify({ node: process.versions.node, quick, figures }, null, 2)}\n`);
