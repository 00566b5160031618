import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Booking, WebhookEvent } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { contract } from './support/contract-document.ts';
import { storedBookings } from './support/stored-bookings.ts';
import { openTestApi } from './support/test-api.ts';

interface GuideFunctions {
  /** Returns the time from which the next run starts, as `readChanges` does. */
  processMissedEvents(
    processed: Set<string>,
    since: string,
    processEvent: (event: WebhookEvent) => Promise<void>,
  ): Promise<string>;
  readChanges(
    collection: string,
    since: string,
    save: (record: { id: string }) => Promise<void>,
  ): Promise<string>;
}

const { addCompany, url, database } = await openTestApi();

const guide = (tag: string) => contract.tags.find(({ name }) => name === tag)?.description ?? '';
const codeOf = (tag: string) =>
  Array.from(guide(tag).matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code ?? '');
const [pagesFrom = ''] = codeOf('Lists');
const [command = ''] = Array.from(guide('Catching up').matchAll(/^```sh\n(.*?)^```$/gms), ([, code]) => code);

const atTheBeginning = '1970-01-01T00:00:00Z';

/** Loads the code of the guide, with small pages. */
async function guideFunctions(key: string): Promise<GuideFunctions> {
  const code = [pagesFrom, ...codeOf('Catching up')].join('').replaceAll('limit=200', 'limit=2');
  const source = `export default (baseUrl, headers) => {${code}return { processMissedEvents, readChanges };}`;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  return module.default(url, { Authorization: `Bearer ${key}` });
}

const reason = spawnSync('curl', ['--version']).status === 0 ? '' : ' (skipped: no curl on this machine)';

test.skipIf(reason)(`the guide's command lists the missed events, oldest first${reason}`, async () => {
  const { raisedBy, api, newKey } = await addCompany();
  const raised = await raisedBy(async () => {
    const { body } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
    await api.call('updateCustomer', { params: { id: body.id }, body: { firstName: 'Lena' } });
  });
  const { key } = await newKey('read:events', 'read:customers');
  const env = { PATH: process.env.PATH, BASE_URL: url, API_KEY: key };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
  expect(JSON.parse(stdout)).toEqual({ data: raised, total: 2, limit: 200, offset: 0 });
});

test("the guide's code processes each missed event once, also when it runs again", async () => {
  const { raisedBy, api, newKey } = await addCompany();
  const { processMissedEvents } = await guideFunctions((await newKey('*')).key);
  const add = (lastName: string) => api.call('createCustomer', { body: { lastName } });
  const [received, ...missed] = await raisedBy(async () => {
    for (const name of ['Adler', 'Bussard', 'Condor', 'Drossel', 'Eule', 'Fink']) await add(name);
  });
  const processed = new Set([received?.id ?? '']);
  const events: WebhookEvent[] = [];
  const processEvent = async (event: WebhookEvent) => void events.push(event);
  const since = await processMissedEvents(processed, atTheBeginning, processEvent);
  expect(events).toEqual(missed);
  const later = await raisedBy(() => add('Gans'));
  await processMissedEvents(processed, since, processEvent);
  expect(events).toEqual([...missed, ...later]);
});

test("the guide's code reads all bookings that have changed, whatever has happened to them", async () => {
  const { id: companyId, api, newKey } = await addCompany();
  const { readChanges } = await guideFunctions((await newKey('read:bookings')).key);
  const store = storedBookings(database.kysely, companyId);
  const resource = `member:${await store.member()}`;
  const { body: customer } = await api.call('createCustomer', { body: { lastName: 'Vogel' } });
  const hours = ['08', '09', '10', '11', '12'];
  for (const hour of hours)
    await store.booking(resource, `2031-03-03T${hour}:00:00.000Z`, { customerId: customer.id });
  const copy = new Map<string, { id: string }>();
  const save = async (record: { id: string }) => void copy.set(record.id, record);
  const since = await readChanges('bookings', atTheBeginning, save);
  const all = async () => {
    const { data } = (await api.call('listBookings')).body;
    return new Map(data.map((booking: Booking) => [booking.id, booking]));
  };
  expect(copy.size).toBe(hours.length);
  expect(copy).toEqual(await all());
  await api.call('deleteCustomer', { params: { id: customer.id } });
  await readChanges('bookings', since, save);
  expect(copy).toEqual(await all());
});
