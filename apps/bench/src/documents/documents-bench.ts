import { apiMain, productionEnvironment } from '../api/programs.ts';
import type { Effort } from '../effort.ts';
import { type Figure, figureAlone } from '../measure/figure.ts';
import { peakMemory } from '../memory/resident-memory.ts';
import { inEachGroup, type LineCounts, offerBody } from '../offers/bodies.ts';
import { createOfferCompany, createRecord, type OfferCompany } from '../offers/dataset.ts';
import { descendants } from '../process/descendants.ts';
import { startPostgres } from '../process/postgres.ts';
import { atRest, type ServerProcess, startServer } from '../process/server-process.ts';
import { withTemporaryDirectory } from '../process/temporary-directory.ts';
import { largeDocuments } from './large-documents.ts';

/** A document whose input is the same as that of a recent one would cost less, so offers differ, and more are printed in rotation than a renderer remembers. */
const offersInRotation = 24;
/** As many as a company may print at the same time. */
const connections = 2;
const companies = 10;
const perCompany = 5;

const house: LineCounts = { ...inEachGroup(0), modules: 2, inverters: 1 };

interface Prints {
  headers: Record<string, string>;
  paths: string[];
}

/** Creates offers that differ in their texts. Returns the requests that print them. */
async function printsOf(
  { url }: ServerProcess,
  company: OfferCompany,
  counts: LineCounts,
  document: 'document' | 'string-plan',
): Promise<Prints> {
  const { headers } = company;
  const paths: string[] = [];
  for (let number = 1; number <= offersInRotation; number += 1) {
    const body = { ...offerBody(company, counts), introText: `Angebot ${number}` };
    const { id } = await createRecord<{ id: string }>(`${url}/v1/offers`, headers, body);
    paths.push(`${url}/v1/offers/${id}/${document}`);
  }
  return { headers, paths };
}

async function print(path: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(path, { method: 'POST', headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`POST ${path}: ${response.status} ${text.slice(0, 500)}`);
}

/** Returns how many documents a company gets per second. */
async function documentsPerSecond({ headers, paths }: Prints, seconds: number): Promise<number> {
  let printed = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const printOneAfterAnother = async () => {
    while (performance.now() < end) {
      await print(String(paths[printed % paths.length]), headers);
      printed += 1;
    }
  };
  await print(String(paths[0]), headers);
  await Promise.all(Array.from({ length: connections }, printOneAfterAnother));
  return (printed * 1000) / (performance.now() - begun);
}

/** Prints documents of several companies at once. Returns the time for all of them, and the peak memory of the processes. */
async function manyAtOnce(server: ServerProcess, databaseUrl: string): Promise<Figure[]> {
  const prints: Prints[] = [];
  for (let number = 0; number < companies; number += 1) {
    const company = await createOfferCompany(databaseUrl, server.url);
    prints.push(await printsOf(server, company, inEachGroup(3), 'document'));
  }
  const begun = performance.now();
  await Promise.all(
    prints.flatMap(({ headers, paths }) => paths.slice(0, perCompany).map((path) => print(path, headers))),
  );
  const milliseconds = performance.now() - begun;
  const renderers = await Promise.all((await descendants(server.pid)).map((pid) => peakMemory(Number(pid))));
  const service = await peakMemory(server.pid);
  const name = `documents: ${companies * perCompany} at once of ${companies} companies`;
  const megabytes = (bytes: number) => bytes / 1e6;
  return [
    figureAlone({ name: `${name}, all`, unit: 'ms', better: 'less' }, milliseconds),
    figureAlone(
      { name: `${name}, peak memory of the service`, unit: 'MB', better: 'less' },
      megabytes(service),
    ),
    figureAlone(
      { name: `${name}, peak memory of all renderers`, unit: 'MB', better: 'less' },
      megabytes(renderers.reduce((sum, bytes) => sum + bytes, 0)),
    ),
  ];
}

/** Measures printing offers and string plans through the whole service, many documents at once, and large ones. */
export function documentsBench(effort: Effort): Promise<Figure[]> {
  const { seconds } = effort.documents;
  return withTemporaryDirectory(async (directory) => {
    const postgres = await startPostgres(`${directory}/postgres`, 'others');
    try {
      await postgres.createDatabase();
      const env = { ...productionEnvironment(`${directory}/service`), DATABASE_URL: postgres.url };
      const server = await startServer({ script: apiMain, core: 'any', env });
      try {
        const company = await createOfferCompany(postgres.url, server.url);
        const cases = {
          'an offer of 30 lines': await printsOf(server, company, inEachGroup(3), 'document'),
          'a string plan of two roofs': await printsOf(server, company, house, 'string-plan'),
        };
        await atRest(server);
        const figures: Figure[] = [];
        for (const [name, prints] of Object.entries(cases)) {
          const rate = await documentsPerSecond(prints, seconds);
          figures.push(
            figureAlone({ name: `documents: ${name}`, unit: 'documents/s', better: 'more' }, rate),
          );
        }
        return [
          ...figures,
          ...(await manyAtOnce(server, postgres.url)),
          await largeDocuments(server, postgres.url, effort),
        ];
      } finally {
        await server.stop();
      }
    } finally {
      await postgres.stop();
    }
  });
}
