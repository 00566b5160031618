// Checks the built reference in Chromium, without a network: npm run check:reference. With -- --pictures FOLDER, keeps pictures.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startMock } from '../../mock/src/mock-server.ts';
import { runReceivers } from './run-receivers.ts';
import { runSamples } from './run-samples.ts';
import { dist, serveSite } from './site-server.ts';

const maxPageBytes = 30_000;
const maxIndexBytes = 200_000;
const goalMs = 1_000;
/** A machine that does other things, too, is slower. */
const maxContentMs = 3 * goalMs;

/** A page of each kind, and the largest ones. */
const kinds = [
  'index.html',
  'guides/webhooks.html',
  'recipes.html',
  'recipes/book-a-visit.html',
  'webhooks.html',
  'events/offer.accepted.html',
  'errors.html',
  'errors/version_conflict.html',
  'scopes.html',
  'glossary.html',
  'changelog.html',
  'resources/offers.html',
  'operations/createCustomer.html',
  'operations/updateOffer.html',
  'operations/listMaterials.html',
  'pages/index.html',
  'pages/operations/acceptOfferPage.html',
];

const [option, pictures] = process.argv.slice(2);
const problems: string[] = [];
const report = (line: string) => console.log(line);

checkSizes();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
});
const site = await serveSite();
const mock = await startMock({ host: '127.0.0.1', port: 0, log: () => {} });
try {
  await checkOldAddresses(browser);
  await checkFromDisk(browser);
  await checkForm(browser);
  await measureContent(browser);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) await checkPages(browser, { colorScheme, width });
  }
  problems.push(...(await runSamples(mock.address, report)));
  problems.push(...(await runReceivers(report)));
} finally {
  await browser.close();
  site.close();
  await mock.close();
}
for (const problem of problems) report(`WRONG ${problem}`);
if (problems.length > 0) process.exitCode = 1;

/** Opens an address and reports errors of the page and requests to other hosts. */
async function open(page: Page, address: string): Promise<void> {
  page.removeAllListeners();
  const wrong = (text: string) => problems.push(`${address}: ${text}`);
  page.on('console', (message) => message.type() === 'error' && wrong(message.text()));
  page.on('pageerror', ({ message }) => wrong(message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url)) wrong(`requests ${request.url()}`);
  });
  await page.goto(site.url + address);
}

function checkSizes(): void {
  const sizes = globSync('**/*.html', { cwd: dist }).map((file) => {
    return { file, bytes: gzipSync(readFileSync(join(dist, file))).length };
  });
  const [largest = { file: '', bytes: 0 }] = sizes.toSorted((a, b) => b.bytes - a.bytes);
  const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
  const mean = Math.round(sum / sizes.length / 100) / 10;
  report(
    `${sizes.length} pages, ${mean} kB on average, largest ${largest.bytes / 1000} kB (${largest.file})`,
  );
  const index = gzipSync(readFileSync(join(dist, 'assets/search-index.js'))).length;
  report(`index of the search ${index / 1000} kB`);
  if (index > maxIndexBytes) problems.push(`the index of the search has ${index} bytes`);
  for (const { file, bytes } of sizes) if (bytes > maxPageBytes) problems.push(`${file} has ${bytes} bytes`);
}

/** Looks for barriers, contents wider than the screen, errors and requests to other hosts. */
async function checkPages(
  from: Browser,
  { colorScheme, width }: { colorScheme: 'light' | 'dark'; width: number },
): Promise<void> {
  const context = await from.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const address of kinds) {
    await open(page, address);
    // What is folded is checked, too.
    await page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })");
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    for (const { id, nodes } of violations) {
      problems.push(`${address} ${colorScheme} ${width}: ${id} at ${nodes[0]?.html.slice(0, 120)}`);
    }
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (excess > 0) problems.push(`${address} ${width}: ${excess} px wider than the screen`);
    if (option === '--pictures') {
      await open(page, address);
      const name = `${address.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: join(pictures ?? '.', name), fullPage: width === 390 });
    }
  }
  await context.close();
  report(`${kinds.length} kinds of pages without barriers, ${width} px, ${colorScheme}`);
}

async function checkOldAddresses(from: Browser): Promise<void> {
  const page = await from.newPage();
  const moved: [old: string, now: string][] = [
    ['index.html#tag/Customers', 'resources/customers.html'],
    ['index.html#tag/Customers/operation/createCustomer', 'operations/createCustomer.html'],
    ['index.html#operation/createCustomer', 'operations/createCustomer.html'],
    ['index.html#/offers/publishoffer', 'operations/publishOffer.html'],
    ['errors.html#version_conflict', 'errors/version_conflict.html'],
    ['webhooks.html#offer.accepted', 'events/offer.accepted.html'],
    ['pages/index.html#/offers/acceptofferpage', 'pages/operations/acceptOfferPage.html'],
  ];
  for (const [old, now] of moved) {
    await page.goto('about:blank');
    await page.goto(site.url + old);
    await page
      .waitForURL(site.url + now, { timeout: 5_000 })
      .catch(() => problems.push(`${old} leads to ${page.url()}, not to ${now}`));
  }
  await page.close();
}

async function checkFromDisk(from: Browser): Promise<void> {
  const page = await from.newPage();
  page.on('pageerror', ({ message }) => problems.push(`from a disk: ${message}`));
  page.on('requestfailed', (request) => problems.push(`from a disk: ${request.url()}`));
  await page.goto(`file://${dist}/operations/createCustomer.html`);
  await page.click('text=PHP');
  if (!(await page.isVisible('text=curl_init'))) problems.push('from a disk: the sample in PHP is not shown');
  await page.keyboard.press('/');
  await page.fill('dialog input', 'Kundennummer');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page
    .waitForURL(`file://${dist}/resources/customers.html`, { timeout: 5_000 })
    .catch(() => problems.push(`from a disk: the search by keyboard leads to ${page.url()}`));
  await page.close();
}

/** Sends a request to the mock from a page of another address, and looks for the key afterwards. */
async function checkForm(from: Browser): Promise<void> {
  const page = await from.newPage();
  await page.goto(`${site.url}operations/createCustomer.html`);
  await page.click('.try-title');
  await page.fill('input[name=service]', mock.address);
  await page.fill('input[name=key]', 'pvp_live_anything');
  await page.click('.try button');
  await page
    .waitForFunction("/^201 /.test(document.querySelector('.answer').textContent)", undefined, {
      timeout: 10_000,
    })
    .catch(async () => problems.push(`the form shows ${await page.textContent('.answer')}`));
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
  if ((await page.evaluate<string>(stored)).includes('pvp_live')) problems.push('the form stores the key');
  await page.close();
}

/** Measures how long a phone with a slow line waits for an operation: 1.6 Mbit/s, 150 ms, a quarter of the speed of this machine. */
async function measureContent(from: Browser): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const context = await from.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1.6e6 / 8,
      uploadThroughput: 7.5e5 / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(`${site.url}operations/createCustomer.html`);
    times.push(
      await page.evaluate<number>(
        `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
          .observe({ type: 'largest-contentful-paint', buffered: true }))`,
      ),
    );
    await context.close();
  }
  const [, median = Number.POSITIVE_INFINITY] = times.toSorted((a, b) => a - b);
  report(`operation on screen after ${Math.round(median)} ms on a slow phone; the goal is ${goalMs} ms`);
  if (median > maxContentMs) problems.push(`the operation is on screen after ${Math.round(median)} ms`);
}
