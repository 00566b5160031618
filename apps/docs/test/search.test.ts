import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contracts } from '../src/model/contract.ts';
import { glossary } from '../src/model/repository.ts';
import { searchIndex } from '../src/output/search-index.ts';
import { pagesOf } from '../src/site.ts';

const main = contracts.get('public');
if (main === undefined) throw new Error('There is no public document.');
const index = searchIndex(pagesOf(contracts.values()), main, glossary());

test.each([
  ['verify a webhook in PHP', 'guides/webhooks.html#php'],
  ['page through offers changed since', 'operations/listOffers.html'],
  ['what does 409 version_conflict mean', 'errors/version_conflict.html'],
  ['scope of the string plan', 'operations/generateStringPlan.html'],
  ['Kundennummer', 'glossary.html'],
  ['custmer create', 'operations/createCustomer.html'],
  ['wohnungseigentuemer', 'operations/listCustomers.html#200.data.type'],
  ['/v1/projects/{id}/roofs', 'operations/createRoof.html'],
  ['offer.accepted', 'events/offer.accepted.html'],
])('"%s" finds %s among the first two', (text, address) => {
  const first = globalThis.siteSearch.find(index, text).slice(0, 2);
  expect(first.map((one) => one.address)).toContain(address);
});

test('the program that generates the reference stays small', () => {
  const folder = new URL('../src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|js)$/.test(file),
  );
  const lines = files.map((file) => readFileSync(new URL(file, folder), 'utf8').split('\n').length - 1);
  expect(lines.reduce((sum, count) => sum + count)).toBeLessThan(2500);
});
