import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CompanyPage, PageBookingCreated, PageSlots } from '@pv-planning/contract/pages';
import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { addCompany, url } = await openTestApi();

interface GuideFunctions {
  company(): Promise<CompanyPage>;
  slots(type: string, from: string, to: string): Promise<PageSlots>;
  book(type: string, form: object, key: string): Promise<PageBookingCreated>;
  germanTime(time: string): string;
}

/** Loads the code of the guide to booking pages. */
async function bookingPageGuide(handle: string): Promise<GuideFunctions> {
  const guide = readFileSync(new URL('../../../../openapi/guides/booking-page.md', import.meta.url), 'utf8');
  const code = Array.from(guide.matchAll(/^```ts\n(.*?)^```$/gms), ([, part]) => part).join('');
  const source = `export default (pages, handle) => {${code}return { company, slots, book, germanTime };}`;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  return module.default(url, handle);
}

test("the guide's code books a slot once, and tells that it is taken afterwards", async () => {
  const { stored, handle } = await addCompany();
  await stored.hours(null, [[1, '09:00', '12:00']]);
  await stored.type([await stored.member()], { sources: ['BOOKING_PAGE'] });
  const { company, slots, book, germanTime } = await bookingPageGuide(handle);
  const [{ slug } = expect.fail()] = (await company()).bookingTypes;
  const monday = '2026-03-23';
  const [{ startsAt } = expect.fail()] = (await slots(slug, monday, monday)).slots;
  expect(germanTime(startsAt)).toBe('Montag, 23. März 2026 um 09:00 MEZ');
  const form = { startsAt, forename: 'Erika', surname: 'Muster', email: 'erika@example.org' };
  const key = randomUUID();
  const first = await book(slug, form, key);
  expect(await book(slug, form, key)).toEqual(first);
  await expect(book(slug, form, randomUUID())).rejects.toMatchObject({ code: 'slot_unavailable' });
  expect((await slots(slug, monday, monday)).slots.map((slot) => slot.startsAt)).not.toContain(startsAt);
});
