import type { Booking } from '@pv-planning/contract';
import { expect, test } from 'vitest';
import { contract } from './support/contract-document.ts';
import { storedBookings } from './support/stored-bookings.ts';
import { openTestApi } from './support/test-api.ts';

type BookFirstFree = (
  typeSlug: string,
  from: string,
  to: string,
  customer: { name: string },
) => Promise<Booking | null>;

const { addCompany, database, url } = await openTestApi();

const guide = contract.tags.find(({ name }) => name === 'How bookings work')?.description ?? '';
const code = Array.from(guide.matchAll(/^```ts\n(.*?)^```$/gms), ([, part]) => part).join('');

test("the guide's code books the first free slot, and the next one if somebody else was faster", async () => {
  const { id, newKey } = await addCompany();
  const stored = storedBookings(database.kysely, id);
  const lena = await stored.member();
  await stored.hours(null, [[1, '09:00', '12:00']]);
  const { slug } = await stored.type([lena]);
  const source = `export default (baseUrl, headers) => {${code}return bookFirstFree; };`;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  const { key } = await newKey('write:bookings');
  const bookFirstFree: BookFirstFree = module.default(url, { Authorization: `Bearer ${key}` });
  const book = (name: string) => bookFirstFree(slug, '2026-03-23', '2026-03-24', { name });
  const booked = await Promise.all([book('Erika'), book('Maria'), book('Paul')]);
  expect(booked.map((booking) => booking?.startsAt.slice(11, 16)).toSorted()).toEqual([
    '08:00',
    '09:00',
    '10:00',
  ]);
  expect(booked[0]?.planner?.id).toBe(lena);
  expect(await book('Kim')).toBeNull();
});
