import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { buildPages } from '../scripts/build-pages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pages-'));
const pages = await buildPages(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const gzipKb = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file)), { level: 9 }).length, 0) /
  1000;

/** Before a page shows something, on a slow phone. Booking has the calendar of free slots. */
const limits = { offer: 60, booking: 60, company: 80, request: 60 };
const limitOfStyles = 6;

test.each(pages)('$name loads few scripts and styles', ({ name, scripts, styles }) => {
  expect(gzipKb(scripts)).toBeLessThan(limits[name]);
  expect(gzipKb(styles)).toBeLessThan(limitOfStyles);
});

test('pages have no script or style within their HTML, and load only what the service serves', () => {
  for (const { name } of pages) {
    const html = readFileSync(path.join(folder, `${name}.html`), 'utf8');
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=| on\w+=/);
    const loaded = Array.from(html.matchAll(/ (?:src|href)="([^"]+)"/g), ([, address]) => address);
    expect(loaded.length).toBeGreaterThan(1);
    // Without an icon, browsers would ask for one.
    for (const address of loaded) expect(address).toMatch(/^\{root\}\/pages\/|^data:,$/);
  }
});

test('a website loads little to embed a page', () => {
  expect(gzipKb(['embed.js'])).toBeLessThan(2);
});
