import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { documentSources, mainDocument } from '../scripts/documents.ts';
import { documents } from '../src/generated/documents.ts';
import pages from '../src/generated/pages/openapi.json' with { type: 'json' };
import { repository } from './contract-copy.ts';

const names = documentSources(repository).map(({ name }) => name);

test('every document and its bundle have a subpath in the package', () => {
  const subpaths = names.flatMap((name) =>
    name === mainDocument ? ['.', './openapi.json'] : [`./${name}`, `./${name}/openapi.json`],
  );
  expect(Object.keys(manifest.exports)).toEqual(expect.arrayContaining(subpaths));
  expect(Object.keys(documents)).toEqual(names);
});

test('a document has the errors, scopes, formats and states that its operations can reach', () => {
  const { public: own, pages } = documents;
  expect(own.errors).toHaveProperty('invalid_sort');
  expect(own.errors).not.toHaveProperty('offer_not_accepted');
  expect(pages.errors).toHaveProperty('offer_not_accepted');
  for (const code of ['invalid_sort', 'missing_api_key', 'insufficient_scope', 'roof_in_use'])
    expect(pages.errors).not.toHaveProperty(code);
  expect(pages.scopes).toEqual({});
  expect(pages.formats).not.toHaveProperty('gtin');
  expect(Object.keys(pages.states)).toEqual(['offer']);
});

test('a code has the same status in all documents, and can have another text', () => {
  const { public: own, pages } = documents;
  const shared = Object.entries(pages.errors).filter(([code]) => code in own.errors);
  expect(shared.length).toBeGreaterThan(10);
  for (const [code, { status }] of shared)
    expect(own.errors[code as keyof typeof own.errors].status).toBe(status);
  expect(pages.errors.not_found.message).not.toBe(own.errors.not_found.message);
});

test('the description of an operation ends with its limits', () => {
  expect(pages.paths['/pages/v1/offers/{token}'].get.description).toMatch(
    /\n\nLimited to 60 requests per minute and client address, and 60 requests per minute and caller\.$/,
  );
});
