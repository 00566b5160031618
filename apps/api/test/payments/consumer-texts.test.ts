import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinkedBooking } from '@pv-planning/contract/pages';
import { expect, test } from 'vitest';
import { mailContents } from '../../src/kernel/mails/mail-contents.ts';
import { completeAddress } from '../../src/kernel/records/stored-values.ts';
import { commandLineOn } from '../support/command-line.ts';
import { monday } from '../support/payments.ts';
import { openTestApi, startOfExamples } from '../support/test-api.ts';
import { secretKey } from '../support/test-company.ts';

const { addPaidCompany, standIn, setClock, visitor, database } = await openTestApi({}, { payments: true });
setClock(startOfExamples);
const company = await addPaidCompany();
const { json } = commandLineOn(database);
await database.kysely
  .updateTable('company')
  .set({
    address: { ...completeAddress({ city: 'Hannover' }) },
    phone: '0511 555 0100',
    email: 'office@example.org',
  })
  .where('companyId', '=', company.id)
  .execute();
const contents = mailContents({ secretKey });

async function setTexts(texts: object) {
  const file = join(tmpdir(), `pv-texts-${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(texts));
  return json('company', 'texts', company.id, '--file', file);
}

/** Returns the text of a booking's confirmation, and its files. */
async function confirmation(bookingId: string) {
  const row = await database.kysely
    .selectFrom('mail')
    .select(['id', 'companyId', 'content'])
    .where('bookingId', '=', bookingId)
    .where('kind', '=', 'booking-confirmed')
    .executeTakeFirstOrThrow();
  return contents.open(row.content ?? '', row);
}

const termsAndConditions = '1. Geltung\n\nDiese Bedingungen gelten.';

test('a consumer who books a paid appointment gets the texts in its version: page, mail, link', async () => {
  expect((await company.page()).body.consumerTexts).toBeNull();
  await setTexts({ withdrawal: 'DELIVERY', termsAndConditions });
  const { consumerTexts } = (await company.page()).body;
  expect(consumerTexts).toMatchObject({
    version: 1,
    // An appointment is a service, whatever the company sells.
    withdrawalInstruction: expect.stringContaining('ab dem Tag des Vertragsabschlusses.'),
    withdrawalForm: expect.stringContaining('Hiermit widerrufe(n) ich/wir'),
    termsAndConditions,
  });
  expect(consumerTexts?.withdrawalInstruction).toContain('mit „Vertrag widerrufen“ ausüben');
  const { bookingId, sessionId, token } = await company.hold();
  await setTexts({ termsAndConditions: 'Andere Bedingungen' });
  standIn.pay(sessionId);
  await company.decided(bookingId);
  const { text, files } = await confirmation(bookingId);
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Im Anhang: Widerrufsbelehrung, Muster-Widerrufsformular, Allgemeine Geschäftsbedingungen.',
  );
  const [file, ...others] = files ?? [];
  expect(others).toEqual([]);
  expect(file?.filename).toBe('Verbraucherinformationen.txt');
  expect(file?.content).toContain(consumerTexts?.withdrawalInstruction);
  expect(file?.content).toContain(consumerTexts?.withdrawalForm);
  expect(file?.content).toContain(`Allgemeine Geschäftsbedingungen\n\n${termsAndConditions}`);
  const read = () => visitor()<LinkedBooking>('getBookingByLink', { token });
  expect((await read()).body.consumerTexts).toEqual(consumerTexts);
});

test.each([
  ['PRIVATE', 9900, true],
  ['HOUSING_COMMUNITY', 9900, true],
  ['COMPANY', 9900, false],
  ['PRIVATE', 0, false],
] as const)(
  'the team books for a customer of type %s at %i cents: texts %s',
  async (type, priceCents, has) => {
    await setTexts({ termsAndConditions: `Bedingungen für ${type}` });
    const names = { companyName: 'Weber AG', lastName: 'Weber', email: 'weber@example.org' };
    const { id: customerId } = (await company.api.call('createCustomer', { body: { ...names, type } })).body;
    const at = { PRIVATE: priceCents === 0 ? '10' : '12', HOUSING_COMMUNITY: '13', COMPANY: '14' }[type];
    const body = { typeSlug: company.slug, customerId, startsAt: `${monday}T${at}:00:00.000Z`, priceCents };
    const { id } = (await company.api.call('createBooking', { body })).body;
    const { files } = await confirmation(id);
    expect(files?.map(({ content }) => content) ?? []).toEqual(
      has ? [`Allgemeine Geschäftsbedingungen\n\nBedingungen für ${type}\n`] : [],
    );
  },
);

test('the confirmation of an appointment that a promotion code made free has no instruction on withdrawal', async () => {
  await setTexts({ withdrawal: 'CONTRACT', termsAndConditions });
  standIn.createPromotionCode(company.account, { code: 'GRATIS', percentOff: 100 });
  const { bookingId, sessionId } = await company.hold({
    startsAt: `${monday}T11:00:00.000Z`,
    startBeforeWithdrawalEnds: true,
  });
  standIn.pay(sessionId, { promotionCode: 'GRATIS' });
  await company.decided(bookingId);
  const { text, files } = await confirmation(bookingId);
  expect(files ?? []).toEqual([]);
  expect(text).not.toContain('Widerruf');
});
