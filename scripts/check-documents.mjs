// Checks the documents of the demo company and string plans of other firms, as the API returns them: qpdf finds no errors, all fonts
// are embedded, there is neither a form nor a script, the same request has the same bytes, and each page looks like its kept picture in
// packages/documents/pictures. Needs poppler-utils and qpdf. `-- --write` replaces the pictures: look at them before you commit them.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { operations } from '@pv-planning/contract';
import { createTestDatabase } from '@pv-planning/database/testing';
import { sql } from 'kysely';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { readSettings } from '../apps/api/src/kernel/settings/settings.ts';
import { createDemoCompany } from '../apps/api/src/programs/demo/demo-company.ts';
import { startService } from '../apps/api/src/server/service.ts';
import { farm } from '../apps/api/test/documents/firms/farm.ts';
import { largeInstaller } from '../apps/api/test/documents/firms/large-installer.ts';
import { roofer } from '../apps/api/test/documents/firms/roofer.ts';
import { storeFirm } from '../apps/api/test/documents/firms/store-firm.ts';
import { testLog } from './test-log.ts';

const pictures = fileURLToPath(new URL('../packages/documents/pictures', import.meta.url));
const dotsPerInch = 75;
/** Pictures are of Debian 12's poppler; an update of it may smooth an edge differently. */
const maxDifferentPixels = 10;

const documents = [
  { name: 'offer', path: 'offers/1/document' },
  { name: 'draft', path: 'offers/2/document' },
  { name: 'string-plan', path: 'offers/1/string-plan' },
  { name: 'string-plan-unwired', path: 'offers/2/string-plan' },
];

/** Offers of firms whose plans show more than those of the demo company. */
const firmPlans = [
  { name: 'hall', firm: largeInstaller, offer: '225 modules on one roof' },
  { name: 'optimizers', firm: largeInstaller, offer: 'power optimizers' },
  { name: 'misplaced', firm: farm, offer: 'modules over a chimney and beyond the edge' },
  { name: 'not-released', firm: roofer, offer: 'a string that is too long' },
  { name: 'long', firm: largeInstaller, offer: 'reverse charge to a construction company' },
];

const grid = 'offers/1/network-carrier-documents';

const isWriting = process.argv.includes('--write');
const folder = await mkdtemp(path.join(tmpdir(), 'pv-documents-'));

async function run(command, ...args) {
  const { stdout } = await promisify(execFile)(command, args);
  return stdout;
}

function report(step, problem) {
  process.stdout.write(problem === undefined ? `ok  ${step}\n` : `BAD ${step}: ${problem}\n`);
  if (problem !== undefined) process.exitCode = 1;
}

/** Stores the offers of firms in the demo company. Adds their plans to the documents. */
async function storeFirms(send) {
  const done = (operationId, _params, body) => {
    const { method, path: resource } = operations[operationId];
    return send(method, resource.replace('/v1/', ''), body);
  };
  const { data: sites } = await send('GET', 'company/sites');
  const chosen = firmPlans.map(({ firm, offer }) => [offer, firm.offers[offer]]);
  const offers = await storeFirm(done, sites.find(({ isDefault }) => isDefault).id, {
    offers: Object.fromEntries(chosen),
  });
  for (const { name, offer } of firmPlans)
    documents.push({ name: `string-plan-${name}`, path: `offers/${offers.get(offer).id}/string-plan` });
}

/** Calls a function that sends requests to a service with the demo company, whose dates never change. */
async function withDemoCompany(work) {
  const database = await createTestDatabase();
  const settings = readSettings({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_URL: 'https://planung.example',
  });
  const service = await startService(settings, testLog('error').logger);
  try {
    const { apiKey } = await createDemoCompany(service);
    const send = async (method, resource, body) => {
      const response = await fetch(`${service.url}/v1/${resource}`, {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: body && JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${resource}: ${await response.text()}`);
      return response.json();
    };
    await storeFirms(send);
    for (const table of [
      'company',
      'customer',
      'project',
      'offer',
      'material',
      'grid_operator',
      'contractor',
    ])
      await sql`update ${sql.table(table)} set updated_at = '2026-03-10T10:00:00Z'`.execute(database.kysely);
    await sql`update offer set created_at = updated_at, number = overlay(number placing '2026' from 4 for 4)`.execute(
      database.kysely,
    );
    await sql`update offer set published_at = updated_at, valid_to = '2026-04-09' where state = 'PUBLISHED'`.execute(
      database.kysely,
    );
    await sql`
      update offer_terms
      set created_at = '2026-03-10T10:00:00Z',
        text = regexp_replace(
          regexp_replace(text, '"validTo":"[^"]*"', '"validTo":"2026-04-09"'), '"number":"AN-[0-9]{4}', '"number":"AN-2026'
        ),
        version = 'FAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAK'
    `.execute(database.kysely);
    await work(send);
  } finally {
    await service.close();
    await database.close();
  }
}

/** Returns the problems with the fonts of a PDF. */
async function fontProblem(file) {
  const [, rule = '', ...fonts] = (await run('pdffonts', file)).trim().split('\n');
  const embedded = rule.split(' ').slice(0, 3).join(' ').length + 1;
  const others = fonts.filter((line) => !line.slice(embedded).startsWith('yes'));
  return others.length > 0 || fonts.length === 0
    ? `not embedded: ${others.join(', ') || 'no fonts'}`
    : undefined;
}

async function pageProblem(actual, kept) {
  const [page, expected] = [actual, kept].map((content) => PNG.sync.read(content));
  if (page.width !== expected.width || page.height !== expected.height) return 'another size';
  const difference = new PNG({ width: page.width, height: page.height });
  const count = pixelmatch(page.data, expected.data, difference.data, page.width, page.height, {
    threshold: 0.05,
    includeAA: true,
  });
  if (count <= maxDifferentPixels) return undefined;
  const file = path.join(tmpdir(), 'pv-documents-difference.png');
  await writeFile(file, PNG.sync.write(difference));
  return `${count} pixels differ from the kept picture, see ${file}. If they should, run npm run check:documents -- --write`;
}

async function checkDocument(name, content) {
  const file = path.join(folder, `${name}.pdf`);
  await writeFile(file, content);
  report(`${name}: qpdf finds no errors`, await run('qpdf', '--check', file).then(() => undefined, String));
  report(`${name}: fonts are embedded`, await fontProblem(file));
  const facts = await run('pdfinfo', file);
  const hasNone = /^JavaScript: +no$/m.test(facts) && /^Form: +none$/m.test(facts);
  report(`${name}: no form, no script`, hasNone ? undefined : facts);
  await run('pdftoppm', '-r', String(dotsPerInch), '-png', file, path.join(folder, name));
}

/** Checks the forms of all grid operators. */
async function checkForms(send) {
  const { data: operators } = await send('GET', 'grid-operators');
  const { data: contractors } = await send('GET', 'electrical-contractors');
  for (const { id: networkCarrierId, shortName, documents: forms } of operators) {
    const body = {
      networkCarrierId,
      documentIds: forms.map(({ id }) => id),
      electronicsFirmId: contractors[0].id,
    };
    const [{ data }, again] = [await send('POST', grid, body), await send('POST', grid, body)];
    report(
      `forms of ${shortName}: the same bytes again`,
      JSON.stringify(data) === JSON.stringify(again.data) ? undefined : 'other bytes',
    );
    for (const { code, content } of data) {
      const operator = shortName.split(' ').at(-1)?.toLowerCase();
      await checkDocument(`${operator}-${code.toLowerCase()}`, Buffer.from(content, 'base64'));
    }
  }
}

async function checkPages() {
  const pages = (await readdir(folder)).filter((file) => file.endsWith('.png'));
  const kept = await readdir(pictures).catch(() => []);
  for (const page of pages) {
    const actual = await readFile(path.join(folder, page));
    if (isWriting) await writeFile(path.join(pictures, page), actual);
    else if (!kept.includes(page)) report(page, 'no picture is kept');
    else report(page, await pageProblem(actual, await readFile(path.join(pictures, page))));
  }
  for (const page of kept.filter((file) => !pages.includes(file))) {
    if (isWriting) await rm(path.join(pictures, page));
    else report(page, 'no document has this page');
  }
}

try {
  await withDemoCompany(async (send) => {
    for (const { name, path: resource } of documents) {
      const [one, other] = [await send('POST', resource), await send('POST', resource)];
      report(`${name}: the same bytes again`, one.content === other.content ? undefined : 'other bytes');
      await checkDocument(name, Buffer.from(one.content, 'base64'));
    }
    await checkForms(send);
  });
  if (isWriting) await mkdir(pictures, { recursive: true });
  await checkPages();
} finally {
  await rm(folder, { recursive: true });
}
