import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Kept for a look; not committed. */
const shots = fileURLToPath(new URL('../../shots/', import.meta.url));
mkdirSync(shots, { recursive: true });

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
afterAll(() => browser.close());

/** The widths of a phone and of a desk. */
const widths = [390, 1440] as const;
const schemes = ['light', 'dark'] as const;

/** The rules of WCAG 2.2 AA, and what axe advises beyond. */
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** The address from which the browser comes. */
  network: string;
  /** Errors of the console that a test provokes, such as those of refused requests. */
  expectErrors(pattern: RegExp): void;
}

interface VisitOptions {
  locale?: string;
  time?: string;
  /** Another host to which the page leads. */
  leadsTo?: string;
}

let visits = 0;

/**
 * Opens an address in a browser of its own, in a network of its own, which ends with the test. The test fails if the page logs an error or
 * asks another host.
 */
export async function visit(
  address: string,
  { locale = 'de-DE', time, leadsTo }: VisitOptions = {},
): Promise<Visit> {
  visits += 1;
  const network = `3fff:c:${visits.toString(16)}::17`;
  const context = await browser.newContext({
    locale,
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'X-Forwarded-For': network },
  });
  const page = await context.newPage();
  if (time !== undefined) await page.clock.setSystemTime(time);
  const { host } = new URL(address);
  const problems: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.host !== host && url.host !== leadsTo)
      problems.push(`asked ${url.host}`);
  });
  onTestFinished(async () => {
    await context.close();
    expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
  });
  await page.goto(address);
  return { page, context, network, expectErrors: (pattern) => void expected.push(pattern) };
}

/** Checks what a page shows: accessibility and overflow in light and dark, on a phone and on a desk. Keeps a picture of each. */
export async function checkLook(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).withTags(axeTags).analyze();
      const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect(findings, `${name}, ${width}, ${colorScheme}`).toEqual([]);
      await page.screenshot({ path: `${shots}${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${name}: overflow at 320 px`).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
}

/** Presses Tab until a control has the focus, as customers do who use no mouse. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${control}.`);
}

/** Waits until a page shows a heading. */
export async function heading(page: Page, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: text }).waitFor();
}
