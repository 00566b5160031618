import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { documentSources, mainDocument } from '../scripts/documents.ts';
import { jsonOf, type OpenApiDocument, operationsOf } from '../src/document.ts';
import { documents } from '../src/generated/documents.ts';
import pages from '../src/generated/pages/openapi.json' with { type: 'json' };
import publicDocument from '../src/generated/public/openapi.json' with { type: 'json' };
import { repository } from './contract-copy.ts';

const names = documentSources(repository).map(({ name }) => name);
const bundles = { public: publicDocument, pages } as unknown as Record<
  keyof typeof documents,
  OpenApiDocument
>;

test('every document and its bundle have a subpath in the package', () => {
  const subpaths = names.flatMap((name) =>
    name === mainDocument ? ['.', './openapi.json'] : [`./${name}`, `./${name}/openapi.json`],
  );
  expect(Object.keys(manifest.exports)).toEqual(expect.arrayContaining(subpaths));
  expect(Object.keys(documents)).toEqual(names);
});

test('a document has the errors, scopes, formats and states that its operations can reach', () => {
  const { public: own, pages } = documents;
  expect(own.errors).not.toHaveProperty('offer_not_accepted');
  expect(pages.errors).toHaveProperty('offer_not_accepted');
  for (const code of [
    'invalid_sort',
    'missing_api_key',
    'insufficient_scope',
    'roof_in_use',
    'idempotency_key_reused',
  ]) {
    expect(own.errors).toHaveProperty(code);
    expect(pages.errors).not.toHaveProperty(code);
  }
  expect(pages.scopes).toEqual({});
  expect(pages.formats).not.toHaveProperty('gtin');
  expect(Object.keys(pages.states)).toEqual(['offer', 'booking']);
  expect(Object.keys(own.states)).toContain('offerRequest');
});

test('every workflow is linted', () => {
  const configuration = readFileSync(join(repository, 'redocly.yaml'), 'utf8');
  for (const file of readdirSync(join(repository, 'openapi/workflows')))
    expect(configuration).toContain(`./openapi/workflows/${file}`);
});

test('an operationId names one operation of all documents', () => {
  const ids = Object.values(documents).flatMap(({ operations }) => Object.keys(operations));
  expect(new Set(ids).size).toBe(ids.length);
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
  expect(bundles.pages.paths['/pages/v1/offers/{token}']?.get?.description).toMatch(
    /\n\nLimited to 60 requests per minute and client address, and 60 requests per minute and caller\.$/,
  );
});

test('the examples of the rate limit headers name a limit of the document', () => {
  const examples = Object.values(bundles).map(({ components: { headers } }) =>
    ['RateLimit-Policy', 'RateLimit'].map((name) => headers?.[name]?.example),
  );
  expect(examples).toEqual([
    ['"default";q=600;w=60', '"default";r=599;t=1'],
    ['"reads";q=60;w=60', '"reads";r=59;t=60'],
  ]);
});

describe.each(Object.entries(bundles))('%s', (name, document) => {
  const { operations, calls, errors } = documents[name as keyof typeof documents];

  test('the operation table contains the operations of the paths, without webhooks', () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(Object.keys(operations).toSorted()).toEqual(ids.toSorted());
  });

  test('the table of calls is the part of it that clients need', () => {
    const parts = Object.entries(operations).map(
      ([operationId, { method, path, status, readOnly, idempotent }]) => [
        operationId,
        { method, path, status, readOnly, idempotent },
      ],
    );
    expect(calls).toEqual(Object.fromEntries(parts));
  });

  test('every error code is one of an operation, or is returned before an operation is reached', () => {
    const returned = Object.values(operations).flatMap((operation): readonly string[] => operation.errors);
    expect(new Set([...returned, 'method_not_allowed'])).toEqual(new Set(Object.keys(errors)));
  });

  test('the messages of examples have no placeholders', () => {
    const messages = Object.values(document.components.responses ?? {}).flatMap((response) =>
      Object.values(jsonOf(response)?.examples ?? {}).map((example) => JSON.stringify(example)),
    );
    expect(messages.length).toBeGreaterThan(15);
    expect(messages.filter((message) => /\{\w+\}|undefined/.test(message))).toEqual([]);
  });
});

test('texts that documents share fit customers, who have no API key and no company', () => {
  const words =
    JSON.stringify(bundles.pages).match(/.{40}(API keys?|[Yy]our company|the operator).{20}/g) ?? [];
  expect(words).toEqual([]);
});
