import { expect, test } from 'vitest';
import { openTestApi } from '../../api/test/support/test-api.ts';
import { checkLook, heading, visit } from './support/browser.ts';

const { url, addPaidCompany, standIn, setClock, database } = await openTestApi({}, { payments: true });
// The browser has the real time.
setClock(new Date().toISOString());
const company = await addPaidCompany({ rescheduleNoticeMinutes: 60, cancelNoticeMinutes: 60 });
await company.stored.hours(
  company.lena,
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '09:00', '12:00'] as const),
);
await database.kysely
  .insertInto('companyTexts')
  .values({ companyId: company.id, version: 1, withdrawal: 'DELIVERY', termsAndConditions: 'Bedingungen' })
  .execute();

let day = 20;

/** Holds a time on a day of its own. */
async function held() {
  day += 1;
  const startsAt = `${new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10)}T09:00:00.000Z`;
  const hold = await company.hold({ startsAt, startBeforeWithdrawalEnds: true });
  return { ...hold, address: `${url}/b/${hold.token}` };
}

async function paid() {
  const hold = await held();
  standIn.pay(hold.sessionId);
  await company.decided(hold.bookingId);
  return hold;
}

test('a customer moves a paid appointment, and withdraws from the contract', async () => {
  const { address, bookingId } = await paid();
  const { page, expectErrors } = await visit(address);
  expectErrors(/status of 400/);
  await page.getByText('Online bezahlt').waitFor();
  await page.getByText('erstatten wir den Betrag, danach nicht').waitFor();
  await checkLook(page, 'booking');
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'In den Kalender eintragen' }).press('Enter');
  expect((await file).suggestedFilename()).toMatch(/^Termin-\d{4}-\d\d-\d\d\.ics$/);

  const before = (await company.read(bookingId)).startsAt;
  await page.getByRole('button', { name: 'Verschieben' }).press('Enter');
  await heading(page, 'Wann passt es besser?');
  await page.locator('.times button').first().waitFor();
  await checkLook(page, 'booking-move');
  await page.locator('.times button').first().press('Enter');
  await heading(page, 'Neue Zeit bestätigen');
  const declared = page.getByRole('checkbox');
  if (await declared.count()) await declared.press('Space');
  await checkLook(page, 'booking-move-confirm');
  await page.getByRole('button', { name: 'Termin verschieben' }).press('Enter');
  await page.getByText('Kommt etwas dazwischen?').waitFor();
  expect((await company.read(bookingId)).startsAt).not.toBe(before);

  await page.getByRole('button', { name: 'Vertrag widerrufen', exact: true }).press('Enter');
  await heading(page, 'Ihre Erklärung');
  await checkLook(page, 'booking-withdraw');
  const receipt = page.getByLabel('E‑Mail für die Eingangsbestätigung');
  expect(await receipt.inputValue()).toBe((await company.read(bookingId)).customer?.email);
  const confirm = page.getByRole('button', { name: 'Widerruf bestätigen', exact: true });
  await receipt.fill('erika@xn--zzzzzz.example');
  await confirm.press('Enter');
  await page.getByText('Bitte geben Sie eine E‑Mail-Adresse an').waitFor();
  await receipt.fill('neu@example.org');
  await confirm.press('Enter');
  await heading(page, 'Ihr Widerruf ist eingegangen');
  await checkLook(page, 'booking-withdrawn');
  expect((await company.read(bookingId)).withdrawnAt).not.toBeNull();
});

test('a customer who cancels sees before what comes back', async () => {
  const { address, bookingId } = await paid();
  const { page } = await visit(address);
  await page.getByRole('button', { name: 'Absagen' }).press('Enter');
  await heading(page, 'Termin absagen');
  await page.getByText('Sie bekommen 99,00 € zurück.').waitFor();
  await page.getByLabel('Grund').fill('Krank');
  await checkLook(page, 'booking-cancel');
  await page.getByRole('button', { name: 'Termin absagen' }).press('Enter');
  await heading(page, 'Der Termin ist abgesagt');
  await checkLook(page, 'booking-cancelled');
  expect(await company.read(bookingId)).toMatchObject({ status: 'CANCELLED', cancellationReason: 'Krank' });
});

test('a time that is not paid yet leads to the payment, and can be given up', async () => {
  const { address, bookingId } = await held();
  const { page } = await visit(address, { locale: 'en-GB' });
  await heading(page, 'Pay now to fix the appointment');
  const pay = await page.getByRole('link', { name: 'Pay €99.00' }).getAttribute('href');
  expect(pay).toMatch(/^http/);
  await checkLook(page, 'booking-hold');
  await page.getByRole('button', { name: 'Give up the reservation' }).press('Enter');
  await heading(page, 'The reservation has ended');
  await checkLook(page, 'booking-given-up');
  expect((await company.read(bookingId)).status).toBe('EXPIRED');
});
