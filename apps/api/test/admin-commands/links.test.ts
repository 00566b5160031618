import { expect, test } from 'vitest';
import { createDemoCompany } from '../../src/demo/demo-company.ts';
import { createLinks } from '../../src/links/links.ts';
import { openCommandLine } from '../support/command-line.ts';
import { secretKey } from '../support/test-api.ts';

const { database, admin, text, json, newCompany } = await openCommandLine();

const address = 'http://127.0.0.1:3000';
const demo = await createDemoCompany(
  database,
  createLinks(secretKey, () => address),
);
const { companyId = '', offerUrl = '' } = demo ?? {};
const offerId = (
  await database.kysely.selectFrom('offer').select('id').where('state', '=', 'PUBLISHED').executeTakeFirst()
)?.id as string;

const draft = async () => {
  const { id } = await database.kysely
    .updateTable('offer')
    .set({ state: 'DRAFT' })
    .where('id', '=', offerId)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

test('prints the new link of an offer, which replaces the previous one', async () => {
  const printed = await text('link', 'rotate', offerId);
  const [, url = ''] = printed.split('\n');
  expect(url).toMatch(new RegExp(`^${address}/o/${companyId}\\.[\\w-]{27}$`));
  expect(url).not.toBe(offerUrl);
  const rotated = await json('link', 'rotate', offerId, '--company', companyId);
  expect(rotated).toEqual({
    companyId,
    offerId,
    url: expect.stringMatching(`^${address}/o/`),
    expiresAt: expect.stringMatching(/Z$/),
  });
  expect(rotated.url).not.toBe(url);
  const links = await database.kysely.selectFrom('link').selectAll().execute();
  expect(links).toMatchObject([{ offerId, version: 3 }]);
});

test('the link starts with PUBLIC_URL, which is required in production', async () => {
  const published = { PUBLIC_URL: 'https://offers.example/' };
  const { stdout } = await admin(['link', 'rotate', offerId], published);
  expect(stdout).toContain('https://offers.example/o/');
  const { exitCode, stderr } = await admin(['link', 'rotate', offerId], { NODE_ENV: 'production' });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('PUBLIC_URL')]);
});

test('rejects unknown offers, offers of another company and drafts', async () => {
  const failure = async (...args: string[]) => {
    const { exitCode, stderr } = await admin(['link', 'rotate', ...args, '--json']);
    return [exitCode, JSON.parse(stderr).error];
  };
  expect(await failure('987654321')).toEqual([1, 'offer_not_found']);
  expect(await failure('nonsense')).toEqual([1, 'offer_not_found']);
  expect(await failure(offerId, '--company', await newCompany())).toEqual([1, 'offer_not_found']);
  expect(await failure(await draft())).toEqual([1, 'link_not_available']);
});
