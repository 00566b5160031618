import { posix } from 'node:path';
import type { OpenApiDocument } from '@pv-planning/contract/document';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractOf, contracts } from '../src/contract.ts';
import { guidePage, tagAddress } from '../src/links.ts';
import { site } from '../src/site.ts';
import { linksIn } from './links-in.ts';

describe.each([...contracts])('%s', (_name, contract) => {
  const { guides, webhooks, operations, errors, events, scopes } = contract;
  const files = site(contract);
  const pages = [...files].filter(([address]) => address.endsWith('.html'));
  const file = (address: string) => files.get(address) ?? '';

  test('the output depends only on the contract', () => {
    expect([...site(contract)]).toEqual([...files]);
  });

  test('the contract is published unchanged', () => {
    expect(file('openapi.json')).toBe(contract.json);
    expect(parse(file('openapi.yaml'))).toEqual(JSON.parse(contract.json));
  });

  test('every guide has an HTML page and a Markdown text', () => {
    for (const { name } of guides) {
      expect(files.has(guidePage(name))).toBe(true);
      expect(files.has(guidePage(name).replace('.html', '.md'))).toBe(true);
    }
  });

  describe.each(pages)('%s', (address, page) => {
    test('loads nothing', () => {
      const loading = linksIn(page).filter(({ element }) => element !== 'a');
      expect(loading.map(({ target }) => target).filter((target) => !target.startsWith('data:'))).toEqual([]);
      expect(page.match(/https?:\/\/[\w.-]+\/[^"'`\s]*\.(svg|png|js|css|woff2?)\b/g)).toBeNull();
      expect(
        page.includes('<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;;'),
      ).toBe(true);
    });

    test('has links that work below any path and from a disk', () => {
      const own = linksIn(page).filter(({ element, target }) => element === 'a' && !/^https:/.test(target));
      expect(own.map(({ target }) => target).filter((target) => /^(\/|\w+:)/.test(target))).toEqual([]);
      for (const { target } of own) {
        const [path = '', fragment = ''] = target.split('#');
        const aim = path === '' ? address : posix.join(posix.dirname(address), path);
        expect([...files.keys()], target).toContain(aim);
        if (fragment.startsWith('/')) {
          expect(file('index.html'), target).toContain(`href="#${fragment.match(/^\/[^/]*/)}"`);
        } else if (fragment !== '') expect(file(aim), target).toContain(`id="${fragment}"`);
      }
    });

    test('has a title, a description, a language and the current page in the navigation', () => {
      expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
      expect(page).toMatch(/<meta name="description" content="[^"]{10,}">/);
      expect(page.match(/<title>[^<]{5,}<\/title>/g)).toHaveLength(1);
      expect(page.match(/<nav aria-label="Pages">.*aria-current="page"/)).not.toBeNull();
    });
  });

  test('links into the reference use its own fragments, never anchors of page sections', () => {
    const fragments = linksIn(file('index.html')).filter(({ target }) => target.startsWith('#'));
    expect(fragments.filter(({ target }) => !target.startsWith('#/'))).toEqual([]);
  });

  test('page titles are unique', () => {
    const titles = pages
      .filter(([address]) => !address.startsWith('guides/'))
      .map(([, page]) => page.match(/<title>(.*?)<\/title>/)?.[1]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test('the list of events describes when each event is sent, its fields, its scope and a sample', () => {
    for (const type of Object.keys(events)) {
      const section = sectionOf('webhooks.html', type);
      for (const field of events[type]?.fields ?? []) expect(section).toContain(`<code>${field}</code>`);
      expect(section).toContain(`scopes.html#${events[type]?.scope}`);
      expect(section).toContain('<details open>');
      expect(section).toContain(firstWords(new Map(webhooks).get(type)?.description));
    }
  });

  test('the list of errors describes the meaning, the remedy and the operations of each code', () => {
    for (const code of Object.keys(errors)) {
      const section = sectionOf('errors.html', code);
      expect(section).toContain(firstWords(errors[code]?.meaning));
      expect(section).toContain(firstWords(errors[code]?.remedy));
      const answering = Object.values(operations).filter(({ errors: codes }) =>
        codes.some((one) => one === code),
      );
      const isEvery = answering.length === Object.keys(operations).length;
      if (isEvery) expect(section).toContain('every operation');
      else expect(section.match(/<li>/g)?.length ?? 0).toBe(answering.length);
    }
  });

  test('the list of scopes names the operations that require each scope', () => {
    for (const [scope, text] of Object.entries(scopes)) {
      const section = sectionOf('scopes.html', scope);
      expect(section).toContain(firstWords(text));
      const needing = Object.values(operations).filter((operation) => operation.scope === scope);
      expect(section.match(/<li>/g)).toHaveLength(needing.length);
    }
  });

  test('the reference contains every group of operations and every event', () => {
    for (const { name } of contract.document.tags ?? []) {
      if (!guides.some((guide) => guide.name === name)) {
        expect(file('index.html')).toContain(`href="${tagAddress(name).replace('index.html', '')}"`);
      }
    }
    for (const operationId of Object.keys(operations)) {
      expect(file('index.html')).toContain(`"operationId":"${operationId}"`);
    }
    expect(file('index.html')).toContain('"languages":[{"lang":"curl"},{"lang":"TypeScript"}');
    expect(file('index.html').includes('"lang":"TypeScript","label"')).toBe(contract.hasClient);
  });

  test('names in code spans link to their explanation', () => {
    const leading = /<a href="[^"]+"><code>(.*?)<\/code><\/a>/g;
    const text = guides.map(({ name }) => file(guidePage(name))).join('');
    const led = new Set([...text.matchAll(leading)].map(([, name]) => name));
    if (guides.length > 0) for (const code of Object.keys(errors)) expect(led).toContain(code);
  });

  test('llms.txt links to files of the site', () => {
    const targets = [...file('llms.txt').matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(3);
    expect(targets.filter((target = '') => !files.has(target))).toEqual([]);
  });

  test('llms.txt lists every operation and every event', () => {
    for (const { method, path } of Object.values(operations)) {
      expect(file('llms.txt')).toContain(`\`${method} ${path}\``);
    }
    for (const type of Object.keys(events)) expect(file('llms.txt')).toContain(`\`${type}\``);
  });

  function sectionOf(address: string, id: string): string {
    const [, section] = file(address).split(`<section class="entry" id="${id}">`);
    return section?.split('</section>')[0] ?? '';
  }
});

test('a document without events, scopes and guides has no pages for them and uses its own authentication', () => {
  const entry = {
    method: 'GET',
    path: '/pages/{token}',
    status: 200,
    hasBody: false,
    idempotent: false,
    errors: [],
    sortable: [],
  };
  const tables = { operations: { getPage: entry }, errors: {}, events: {}, scopes: {} };
  const files = site(contractOf('pages', tables, JSON.stringify(pagesDocument)));
  const page = (address: string) => files.get(address) ?? '';
  expect([...files.keys()].filter((address) => address.endsWith('.html'))).toEqual([
    'index.html',
    'errors.html',
  ]);
  expect(page('index.html')).toContain('X-Link: $API_KEY');
  expect(page('index.html')).not.toContain('client.getPage');
  expect(page('errors.html')).not.toMatch(/webhooks\.html|scopes\.html|guides\//);
});

const pagesDocument: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1.0.0' },
  tags: [{ name: 'Pages', description: 'What a link leads to.' }],
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

/** The beginning of a text, up to the first markup. */
function firstWords(text = 'missing'): string {
  return text.split(/[`'"<[]/)[0]?.trim() ?? '';
}
