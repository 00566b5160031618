import { type Figure, figureAlone } from '../measure/figure.ts';
import { startPostgres } from '../process/postgres.ts';
import { peakMemoryBelow } from '../process/processes.ts';
import { expectStatus } from '../process/requests.ts';
import { type Server, startService } from '../process/server.ts';
import { call } from '../records/call.ts';
import { createCompany } from '../records/company.ts';
import { house, offerBody } from '../records/offer-body.ts';
import { addOfferRecords, type OfferCompany } from '../records/offer-company.ts';

/** Exceeds the cache of a renderer, so that no document is cheaper because of a recent one. */
const offersInRotation = 24;
/** Maximum number of concurrent documents of a company. */
const connections = 2;
const companies = 10;
const perCompany = 5;

const secondsOf = (quick: boolean) => (quick ? 2 : 8);

/** Measures printing offers and string plans through the whole service, and many documents at once. */
export async function documentsBench(quick: boolean): Promise<Figure[]> {
  await using postgres = await startPostgres();
  await using service = await startService(postgres, { core: 'any' });
  const customers: OfferCompany[] = [];
  for (let number = 0; number < companies; number += 1)
    customers.push(await addOfferRecords(service.url, await createCompany(postgres)));
  const [company] = customers;
  if (!company) throw new RangeError('At least one company is required.');

  const rateOf = async (name: string, document: Document) => {
    const prints = await printsOf(service, company, document, offersInRotation);
    const rate = await documentsPerSecond(prints, secondsOf(quick));
    return figureAlone({ name: `documents: ${name}`, unit: 'documents/s', better: 'more' }, rate);
  };
  return [
    await rateOf('an offer of 30 lines', 'document'),
    await rateOf('a string plan of four roofs', 'string-plan'),
    ...(await manyAtOnce(service, customers)),
  ];
}

type Document = 'document' | 'string-plan';
type Print = () => Promise<void>;

/** Creates offers that differ in their texts. Returns the requests that print them. */
async function printsOf({ url }: Server, company: OfferCompany, document: Document, count: number) {
  const { headers } = company;
  const prints: Print[] = [];
  for (let number = 1; number <= count; number += 1) {
    const body = { ...offerBody(company, house), introText: `Angebot ${number}` };
    const { id } = await call(`${url}/v1/offers`, headers, body);
    prints.push(() => expectStatus([200], `${url}/v1/offers/${id}/${document}`, { method: 'POST', headers }));
  }
  return prints;
}

/** Returns how many documents a company gets per second. */
async function documentsPerSecond(prints: readonly Print[], seconds: number): Promise<number> {
  let printed = 0;
  await prints[0]?.();
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const printOneAfterAnother = async () => {
    while (performance.now() < end) {
      await prints[printed % prints.length]?.();
      printed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, printOneAfterAnother));
  return (printed * 1000) / (performance.now() - begun);
}

/** Prints documents of all companies at once. Measures the time for all of them, and the peak memory of the processes. */
async function manyAtOnce(service: Server, customers: readonly OfferCompany[]): Promise<Figure[]> {
  const prints: Print[] = [];
  for (const company of customers) prints.push(...(await printsOf(service, company, 'document', perCompany)));
  const begun = performance.now();
  await Promise.all(prints.map((print) => print()));
  const milliseconds = performance.now() - begun;
  const name = `documents: ${prints.length} at once of ${customers.length} companies`;
  const memory = (what: string, bytes: number) =>
    figureAlone({ name: `${name}, peak memory of ${what}`, unit: 'MB', better: 'less' }, bytes / 1e6);
  return [
    figureAlone({ name: `${name}, all`, unit: 'ms', better: 'less' }, milliseconds),
    memory('the service', (await service.usage()).peakResidentBytes),
    memory('all renderers', await peakMemoryBelow(service.pid)),
  ];
}
