import { describe, expect, test } from 'vitest';
import { linkState } from '../../src/kernel/links/link-records.ts';
import { linkTokens } from '../../src/kernel/links/link-tokens.ts';
import { createLinks } from '../../src/kernel/links/links.ts';
import { createDemoCompany } from '../../src/programs/demo/demo-company.ts';
import { commandLineOn } from '../support/command-line.ts';
import { secretKey } from '../support/test-company.ts';
import { openTestDatabase } from '../support/test-database.ts';

const database = await openTestDatabase();
const { admin: adminWithoutAddress, newCompany } = commandLineOn(database);

const address = 'https://offers.example';

const admin = (args: readonly string[], changes: NodeJS.ProcessEnv = {}) =>
  adminWithoutAddress(args, { PUBLIC_URL: address, ...changes });

const text = async (...args: string[]) => (await admin(args)).stdout;
const json = async (...args: string[]) => JSON.parse(await text(...args, '--json'));
const readLinks = () => database.kysely.selectFrom('link').selectAll().execute();

const secretKeys = { secretKey };
const demo = await createDemoCompany({
  database,
  secretKeys,
  links: createLinks(secretKeys, () => address),
});
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
  const printed = await text('link', 'rotate', offerId, '--company', companyId);
  const [, url = ''] = printed.split('\n');
  expect(url).toMatch(new RegExp(`^${address}/o/${companyId}\\.${offerId}\\.2\\.[0-9a-f]{32}$`));
  expect(url).not.toBe(offerUrl);
  const rotated = await json('link', 'rotate', offerId, '--company', companyId);
  expect(rotated).toEqual({
    companyId,
    offerId,
    url: expect.stringMatching(`^${address}/o/`),
    expiresAt: expect.stringMatching(/Z$/),
  });
  expect(rotated.url).not.toBe(url);
  expect((await readLinks()).filter((link) => link.offerId === offerId)).toMatchObject([{ version: 3 }]);
});

test('keeps the link if PUBLIC_URL is not set, or if the link has expired', async () => {
  const before = await readLinks();
  const refused = async (changes: NodeJS.ProcessEnv) => {
    const { exitCode, stderr } = await admin(
      ['link', 'rotate', offerId, '--company', companyId, '--json'],
      changes,
    );
    return { exitCode, ...JSON.parse(stderr) };
  };
  const failure = { exitCode: 1, error: 'link_not_available' };
  for (const NODE_ENV of ['production', 'development'])
    expect(await refused({ PUBLIC_URL: '', NODE_ENV })).toEqual({
      ...failure,
      message: expect.stringMatching(/^PUBLIC_URL is not set\./),
    });
  const validTo = (day: string) =>
    database.kysely.updateTable('offer').set({ validTo: day }).where('id', '=', offerId).execute();
  await validTo('2020-01-31');
  expect(await refused({})).toEqual({
    ...failure,
    message: `Offer ${offerId} has no link, because it has expired.`,
  });
  await validTo('2999-01-31');
  expect(await readLinks()).toEqual(before);
});

test('requires the company', async () => {
  expect((await admin(['link', 'rotate', offerId])).exitCode).toBe(2);
});

test('rejects unknown offers, offers of another company and drafts', async () => {
  const failure = async (id: string, company = companyId) => {
    const { exitCode, stderr } = await admin(['link', 'rotate', id, '--company', company, '--json']);
    return [exitCode, JSON.parse(stderr).error];
  };
  expect(await failure('987654321')).toEqual([1, 'offer_not_found']);
  expect(await failure('nonsense')).toEqual([1, 'offer_not_found']);
  expect(await failure(offerId, await newCompany())).toEqual([1, 'offer_not_found']);
  expect(await failure(await draft())).toEqual([1, 'link_not_available']);
});

describe('the link of a booking', () => {
  const bookingId = async () => {
    const bookings = database.kysely.selectFrom('booking').select('id');
    const { id } = await bookings.where('status', '=', 'CONFIRMED').executeTakeFirstOrThrow();
    return id;
  };

  test('is replaced, and opens the booking', async () => {
    const id = await bookingId();
    const printed = await text('link', 'rotate', id, '--company', companyId);
    const [, first = ''] = printed.split('\n');
    expect(first).toMatch(new RegExp(`^${address}/b/${companyId}\\.${id}\\.2\\.[0-9a-f]{32}$`));
    const rotated = await json('link', 'rotate', id, '--company', companyId);
    const ofRecord = { companyId, bookingId: id, expiresAt: expect.stringMatching(/Z$/) };
    expect(rotated).toEqual({ ...ofRecord, url: expect.stringMatching(`^${address}/b/`) });
    expect(rotated.url).not.toBe(first);
    const db = database.forCompany(companyId);
    const stateOf = async (url: string) => {
      const target = linkTokens(secretKeys).targetOf(url.slice(`${address}/b/`.length), 'booking');
      expect(target).toMatchObject({ companyId, recordId: id });
      return target && linkState(db, target, new Date().toISOString());
    };
    expect([await stateOf(first), await stateOf(rotated.url)]).toEqual(['replaced', 'open']);
  });

  test('is kept if the booking is unknown or its link has ended', async () => {
    const id = await bookingId();
    const before = await readLinks();
    const failure = async (booking: string, company = companyId) => {
      const { exitCode, stderr } = await admin(['link', 'rotate', booking, '--company', company, '--json']);
      return [exitCode, JSON.parse(stderr).error];
    };
    expect(await failure('0198f2a4-6d1e-7c3b-9a50-1f2e3d4c5b6a')).toEqual([1, 'booking_not_found']);
    expect(await failure(id, await newCompany())).toEqual([1, 'booking_not_found']);
    const times = { startsAt: '2020-01-31T08:00:00Z', endsAt: '2020-01-31T09:00:00Z' };
    const blocked = { blockedFrom: times.startsAt, blockedTo: times.endsAt };
    await database.kysely
      .updateTable('booking')
      .set({ ...times, ...blocked })
      .where('id', '=', id)
      .execute();
    expect(await failure(id)).toEqual([1, 'link_not_available']);
    expect(await readLinks()).toEqual(before);
  });
});
