import type { Body } from '@pv-planning/contract';
import { type Figure, figure, figureAlone } from '../measure/figure.ts';
import { type Extent, interleave } from '../measure/interleave.ts';
import type { ServerProcess } from '../process/server-process.ts';
import type { OfferCompany } from './dataset.ts';

/** A customer as a CRM knows it. */
function customer(externalId: string) {
  return {
    externalId,
    salutation: 'MS',
    firstName: 'Maria',
    lastName: `Schneider ${externalId}`,
    email: `${externalId}@example.com`,
    phone: '03631 555 0134',
    address: { street: 'Lindenweg', houseNumber: '12a', postalCode: '99734', city: 'Nordhausen' },
    customerNumber: `K-${externalId}`,
    notes: 'Wünscht Beratung zu Speicher und Wallbox. Dach wurde 2018 neu eingedeckt.',
    tags: ['Einfamilienhaus', 'Speicher'],
  } satisfies Body<'createCustomer'>;
}

/** Maximum number of items of an upsert. */
const itemsPerRequest = 500;
const singleRequests = 100;
const offersPerPage = 50;
/** The default limit of requests per minute allows 20 requests at once. */
const moved = 10_000;
const maxMoveMs = 120_000;
const minFactor = 5;

const perSecond = (count: number, begun: number) => (1_000 * count) / (performance.now() - begun);

/** Compares moving customers and reading offers in bulk with single requests, one after the other, of the same service. */
export async function transfers(
  { url }: Pick<ServerProcess, 'url'>,
  { headers }: OfferCompany,
  extent: Extent,
): Promise<Figure[]> {
  let number = 0;
  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const content = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(`${url}/v1/${path}`, { method, headers, ...content });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
  const newCustomers = (count: number) => Array.from({ length: count }, () => customer(`crm-${++number}`));
  async function upsert(count: number): Promise<void> {
    const answer = await send('POST', 'customers/upsert', { data: newCustomers(count) });
    const { data } = answer as { data: { status: string }[] };
    if (data.some(({ status }) => status !== 'CREATED'))
      throw new Error(JSON.stringify(data).slice(0, 2_000));
  }
  const timed = (count: number, work: () => Promise<void>) => async () => {
    const begun = performance.now();
    await work();
    return perSecond(count, begun);
  };
  const singly = timed(singleRequests, async () => {
    for (const body of newCustomers(singleRequests)) await send('POST', 'customers', body);
  });
  const created = await interleave(extent, {
    ours: timed(itemsPerRequest, () => upsert(itemsPerRequest)),
    yardstick: singly,
    yardstickAgain: singly,
  });

  const list = `offers?limit=${offersPerPage}`;
  const eachOffer = timed(offersPerPage, async () => {
    const { data } = (await send('GET', list)) as { data: { id: string }[] };
    for (const { id } of data) await send('GET', `offers/${id}`);
  });
  const read = await interleave(extent, {
    ours: timed(offersPerPage, async () => void (await send('GET', `${list}&include=lines`))),
    yardstick: eachOffer,
    yardstickAgain: eachOffer,
  });

  const begun = performance.now();
  for (let count = 0; count < moved; count += itemsPerRequest) await upsert(itemsPerRequest);
  const moveMs = performance.now() - begun;

  const goal = ({ median }: { median: number }) => ({ text: `≥ ${minFactor}`, reached: median >= minFactor });
  const measure = (name: string) => ({ name: `offers: ${name}`, unit: 'records/s', better: 'more' }) as const;
  return [
    figure(measure(`upsert ${itemsPerRequest} new customers, compared with one by one`), created, goal),
    figure(measure(`list ${offersPerPage} with their lines, compared with reading each`), read, goal),
    figureAlone(
      {
        name: `offers: move ${moved.toLocaleString('en')} customers in ${moved / itemsPerRequest} requests`,
        unit: 'ms',
        better: 'less',
      },
      moveMs,
      { text: `≤ ${maxMoveMs.toLocaleString('en')}`, reached: moveMs <= maxMoveMs },
    ),
  ];
}
