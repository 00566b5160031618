import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { OpenApiDocument } from '@pv-planning/contract/document';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractOf, contracts } from '../src/model/contract.ts';
import { errorAddress, eventAddress, guideAddress, inSite, operationAddress } from '../src/model/links.ts';
import { htmlPage } from '../src/output/html-page.ts';
import { pagesOf, site } from '../src/site.ts';
import { linksIn } from './links-in.ts';

const files = site();
const pages = [...files].filter(([address]) => address.endsWith('.html'));
const file = (address: string) => files.get(address) ?? '';
const assets = readdirSync(new URL('../src/browser/', import.meta.url)).map((name) => `assets/${name}`);
const addresses = new Set([...files.keys(), ...assets]);

test('the output depends only on its sources', () => {
  expect([...site()]).toEqual([...files]);
});

test('every link leads to a file of the site, and to an id in it', () => {
  const ids = new Map(pages.map(([address, page]) => [address, idsOf(page)]));
  const wrong = pages.flatMap(([address, page]) =>
    linksIn(page)
      .filter(({ target }) => !target.startsWith('https:'))
      .filter(({ target }) => {
        const [path = '', fragment] = target.split('#');
        const aim = path === '' ? address : posix.join(posix.dirname(address), path);
        return !addresses.has(aim) || (fragment !== undefined && !ids.get(aim)?.includes(fragment));
      })
      .map(({ target }) => `${address}: ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no id is twice on a page', () => {
  const repeated = pages.filter(([, page]) => new Set(idsOf(page)).size < idsOf(page).length);
  expect(repeated.map(([address]) => address)).toEqual([]);
});

test('pages load files of the site only, and have no scripts or styles in their text', () => {
  for (const [address, page] of pages) {
    const loading = linksIn(page).filter(({ element }) => element !== 'a');
    expect(
      loading.filter(({ target }) => /^(\/|\w+:)/.test(target)),
      address,
    ).toEqual([]);
    expect(page.match(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/g), address).toBeNull();
    expect(page).toContain('<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;');
  }
});

test('every page has a title, a description, and itself in the navigation', () => {
  for (const [address, page] of pages) {
    expect(page, address).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page, address).toMatch(/<meta name="description" content="[^"]{10,}">/);
    expect(page.match(/<h1>[^<]+<\/h1>/g), address).toHaveLength(1);
    expect(page.match(/<nav .*? aria-current="page"/s), address).not.toBeNull();
    expect(files.has(address.replace(/html$/, 'md')), address).toBe(true);
  }
});

describe.each([...contracts])('%s', (_name, contract) => {
  const { guides, webhooks, operations, errors, scopes } = contract;

  test('the contract is published unchanged', () => {
    expect(file(inSite(contract, 'openapi.json'))).toBe(contract.json);
    expect(parse(file(inSite(contract, 'openapi.yaml')))).toEqual(JSON.parse(contract.json));
  });

  test('every guide, operation, event and error code has a page and an entry in llms.txt', () => {
    const expected = [
      ...guides.map(({ name }) => guideAddress(contract, name)),
      ...Object.keys(operations).map((id) => operationAddress(contract, id)),
      ...webhooks.map(([event]) => eventAddress(contract, event)),
      ...Object.keys(errors).map((code) => errorAddress(contract, code)),
    ];
    for (const address of expected) {
      expect(files.has(address), address).toBe(true);
      expect(file('llms.txt')).toContain(`](${address.replace(/html$/, 'md')})`);
    }
  });

  test('the page of an operation has its scope, its error codes and samples', () => {
    for (const [id, { scope, errors: codes, path }] of Object.entries(operations)) {
      const page = file(operationAddress(contract, id));
      for (const text of [path, scope ?? '', ...codes, 'curl ', 'import requests', 'curl_init']) {
        expect(page, id).toContain(text);
      }
      expect(page.includes(`await client.${id}(`)).toBe(contract.hasClient);
    }
  });

  test('the page of an error code has its meaning, its remedy and the operations that return it', () => {
    for (const [code, { meaning, remedy }] of Object.entries(errors)) {
      const page = file(errorAddress(contract, code).replace(/html$/, 'md'));
      for (const text of [meaning, remedy]) expect(page, code).toContain(text.split(/\]\(/)[0]);
      const returning = Object.keys(operations).filter((id) => operations[id]?.errors.includes(code));
      const listed = page.match(/operations\/\w+\.md/g) ?? [];
      if (returning.length === Object.keys(operations).length) expect(page).toContain('Every operation.');
      else expect(listed.length, code).toBeGreaterThanOrEqual(returning.length);
    }
  });

  test('the list of scopes names the operations that require each scope', () => {
    for (const scope of Object.keys(scopes)) {
      const [, section = ''] = file('scopes.html').split(`<h2 id="${scope}">`);
      const needing = Object.values(operations).filter((operation) => operation.scope === scope);
      expect(section.split('<h2')[0]?.match(/<li>/g)).toHaveLength(needing.length);
    }
  });
});

test('the page of an event names the operations that raise it', () => {
  expect(file('events/customer.created.html')).toContain('../operations/createCustomer.html');
});

test('an operation shows the states in which it is possible', () => {
  const page = file('operations/publishOffer.md');
  expect(page).toContain('`DRAFT`, which becomes `PUBLISHED`. Otherwise `offer_not_draft`.');
});

test('a document without events, scopes and guides uses its own authentication', () => {
  const entry = {
    method: 'GET',
    path: '/pages/{token}',
    status: 200,
    hasBody: false,
    rawBody: false,
    maxBodyMiB: 1,
    timeLimitSeconds: null,
    concurrency: null,
    limits: [],
    actions: {},
    idempotent: false,
    readOnly: true,
    ifMatch: false,
    errors: [],
    sortable: [],
  };
  const tables = { operations: { getPage: entry }, errors: {}, events: {}, scopes: {}, states: {} };
  const contract = contractOf('other', tables, JSON.stringify(otherDocument));
  const own = pagesOf([contract]);
  expect(own.map(({ address }) => address)).toEqual([
    'other/index.html',
    'other/errors.html',
    'other/resources/pages.html',
    'other/operations/getPage.html',
  ]);
  const [operation] = own.slice(-1);
  const page = operation ? htmlPage(operation, 'Product', { markup: '' }) : '';
  expect(page).toContain('X-Link: $API_KEY');
  expect(page).not.toContain('client.getPage');
});

const otherDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1.0.0' },
  tags: [{ name: 'Pages', description: 'The page of a link.' }],
  security: [{ Link: [] }],
  paths: {
    '/pages/{token}': {
      parameters: [
        { name: 'token', in: 'path', required: true, description: 'Token.', schema: {}, example: 'a.b' },
      ],
      get: {
        operationId: 'getPage',
        summary: 'Read a page',
        description: 'One page.',
        tags: ['Pages'],
        responses: { 200: { description: 'The page.' } },
      },
    },
  },
  components: {
    schemas: {},
    securitySchemes: { Link: { type: 'apiKey', in: 'header', name: 'X-Link' } },
  },
};

function idsOf(page: string): string[] {
  return [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
}
