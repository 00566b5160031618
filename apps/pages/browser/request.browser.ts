import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestApi } from '../../api/test/support/test-api.ts';
import { checkLook, heading, visit } from './support/browser.ts';

const { url, addPaidCompany, setClock, database, visitor } = await openTestApi({}, { payments: true });
// The browser has the real time.
setClock(new Date().toISOString());
const company = await addPaidCompany({ name: 'Beratung vor Ort', requiresAddress: true });
await company.stored.hours(
  company.lena,
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => [weekday, '09:00', '12:00'] as const),
);
await company.stored.type([company.lena], { name: 'Telefonat', sources: ['BUILDER'], location: 'PHONE' });
await database.kysely
  .insertInto('companyTexts')
  .values({ companyId: company.id, version: 1, withdrawal: 'DELIVERY', termsAndConditions: 'Bedingungen' })
  .execute();
const address = `${url}/c/${company.handle}/request`;

type Page = Awaited<ReturnType<typeof visit>>['page'];

/** The request with the highest number. */
async function lastRequest() {
  const { data } = (await company.api.call('listOfferRequests', { query: { sort: 'number.desc' } })).body;
  const [{ id } = expect.fail()] = data;
  return (await company.api.call('getOfferRequest', { params: { id } })).body;
}

async function fillContact(page: Page, lastName: string) {
  for (const [label, value] of [
    ['Vorname', 'Erika'],
    ['Nachname', lastName],
    ['E‑Mail', 'erika@example.org'],
    ['Straße', 'Lindenweg'],
    ['Hausnummer', '12a'],
    ['Postleitzahl', '01234'],
    ['Ort', 'Musterstadt'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
}

async function toContact(page: Page) {
  await page.getByRole('button', { name: 'Weiter zum Strom' }).press('Enter');
  await heading(page, 'Wie viel Strom brauchen Sie?');
  await page.getByRole('button', { name: 'Weiter zum Kontakt' }).press('Enter');
  await heading(page, 'Wohin dürfen wir das Angebot senden?');
}

test('a customer asks for an offer by keyboard alone, and loses nothing by going back and reloading', async () => {
  const { page, expectErrors } = await visit(address);
  expectErrors(/status of 400/);
  await heading(page, 'Wie sieht Ihr Dach aus?');
  await checkLook(page, 'request-roof-empty');
  await page.getByRole('radio', { name: 'Satteldach' }).press('Space');
  const direction = page.getByRole('group', { name: 'Wohin zeigt die Dachfläche' });
  await direction.getByRole('radio', { name: 'West', exact: true }).press('Space');
  await direction.getByRole('radio', { name: 'West', exact: true }).press('ArrowRight');
  await page.getByRole('radio', { name: 'steil' }).press('Space');
  await page.getByRole('button', { name: 'Weitere Dachfläche' }).press('Enter');
  await page.getByRole('radio', { name: 'West', exact: true }).nth(1).press('Space');
  await checkLook(page, 'request-roof');
  await page.getByRole('button', { name: 'Weiter zum Strom' }).press('Enter');

  await heading(page, 'Wie viel Strom brauchen Sie?');
  await page.getByRole('radio', { name: '4', exact: true }).press('Space');
  await page.getByLabel('Stromverbrauch im Jahr').fill('viel');
  await page.getByLabel('Stromverbrauch im Jahr').press('Enter');
  await page.getByText('als Zahl an').waitFor();
  expect(await page.locator(':focus').getAttribute('id')).toBe('kwh');
  await page.getByLabel('Stromverbrauch im Jahr').fill('4.350 kWh');
  await page.getByRole('checkbox', { name: 'Batteriespeicher' }).press('Space');
  await checkLook(page, 'request-consumption');
  await page.goBack();
  await heading(page, 'Wie sieht Ihr Dach aus?');
  expect(await page.getByRole('radio', { name: 'Ost', exact: true }).first().isChecked()).toBe(true);
  await page.goForward();
  await page.reload();
  await heading(page, 'Wie viel Strom brauchen Sie?');
  expect(await page.getByLabel('Stromverbrauch im Jahr').inputValue()).toBe('4.350 kWh');
  await page.getByRole('button', { name: 'Weiter zum Kontakt' }).press('Enter');

  await heading(page, 'Wohin dürfen wir das Angebot senden?');
  await page.getByRole('button', { name: 'Anfrage senden' }).press('Enter');
  expect(await page.locator(':focus').getAttribute('id')).toBe('firstName');
  await checkLook(page, 'request-contact-missing');
  await fillContact(page, 'www.sommer.example');
  await page.getByRole('button', { name: 'Anfrage senden' }).press('Enter');
  // The service refuses the name: the contract decides.
  await page.getByText('So können wir diese Angabe nicht annehmen').waitFor();
  expect(await page.locator(':focus').getAttribute('id')).toBe('lastName');
  expect(page.url()).toBe(`${address}?view=contact`);
  await page.getByLabel('Nachname').fill('Sommer');
  await checkLook(page, 'request-contact');
  await page.getByRole('button', { name: 'Anfrage senden' }).press('Enter');
  await heading(page, 'Ihre Anfrage ist eingegangen');
  await checkLook(page, 'request-sent');
  const request = await lastRequest();
  await page.getByText(request.number).waitFor();
  expect(request).toMatchObject({
    ...{ source: 'CONFIGURATOR', annualConsumptionKwh: 4350, answers: { 'Personen im Haushalt': '4' } },
    contact: { firstName: 'Erika', lastName: 'Sommer', email: 'erika@example.org' },
    address: { street: 'Lindenweg', houseNumber: '12a', postalCode: '01234', city: 'Musterstadt' },
    interests: { battery: true, wallbox: false },
    roofs: [
      { roofType: 'GABLE', azimuth: 90, tilt: 45 },
      { roofType: 'GABLE', azimuth: 270, tilt: null },
    ],
  });
  await page.reload();
  await heading(page, 'Ihre Anfrage ist eingegangen');
  await page.getByRole('button', { name: 'Neue Anfrage beginnen' }).press('Enter');
  await heading(page, 'Wie sieht Ihr Dach aus?');
});

test('a time that is taken meanwhile is chosen anew, and the appointment is booked with the request', async () => {
  const { page, expectErrors } = await visit(address);
  expectErrors(/status of 409/);
  await toContact(page);
  await fillContact(page, 'Winter');
  await page.getByRole('radio', { name: 'Telefonat' }).press('Space');
  await page.getByRole('button', { name: 'Weiter zum Termin' }).press('Enter');
  await heading(page, 'Wann passt es Ihnen?');
  await page.locator('.times button').first().waitFor();
  await checkLook(page, 'request-time');
  await page.locator('.times button').first().press('Enter');
  await heading(page, 'Alles richtig?');
  await checkLook(page, 'request-check');
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await company.stored.absence(company.lena, new Date().toISOString(), soon);
  await page.getByRole('button', { name: 'Anfrage mit Termin senden' }).press('Enter');
  await heading(page, 'Wann passt es Ihnen?');
  await page.getByText('Diese Zeit ist gerade vergeben worden').waitFor();
  await page.locator('.times button').first().waitFor();
  await checkLook(page, 'request-taken');
  await page.locator('.times button').first().press('Enter');
  await page.getByRole('button', { name: 'Anfrage mit Termin senden' }).press('Enter');
  await heading(page, 'Ihre Anfrage ist eingegangen');
  await page.getByText('Ihr Termin steht').waitFor();
  await checkLook(page, 'request-booked');
  const { bookingId } = await lastRequest();
  expect(await company.read(bookingId ?? '')).toMatchObject({ status: 'CONFIRMED', source: 'BUILDER' });
  await page.getByRole('link', { name: 'Termin ansehen' }).press('Enter');
  await page.getByText('Kommt etwas dazwischen?').waitFor();
});

/** Asks for a paid appointment at the first time that is free. */
async function askForPaid(page: Page) {
  await toContact(page);
  await fillContact(page, 'Herbst');
  await page.getByRole('radio', { name: 'Beratung vor Ort' }).press('Space');
  await page.getByRole('button', { name: 'Weiter zum Termin' }).press('Enter');
  await page.locator('.times button').first().press('Enter');
  await heading(page, 'Alles richtig?');
}

test('an appointment that costs something is paid after the request, which is there at once', async () => {
  const { page } = await visit(address);
  await askForPaid(page);
  await page.getByRole('button', { name: 'weiter zur Zahlung' }).press('Enter');
  await page.getByText('Bitte bestätigen Sie das').waitFor();
  expect(await page.locator(':focus').getAttribute('id')).toBe('early');
  await page.getByRole('checkbox').press('Space');
  await checkLook(page, 'request-paid-check');
  await page.getByRole('button', { name: 'weiter zur Zahlung' }).press('Enter');
  await heading(page, 'Ihre Anfrage ist eingegangen');
  await page.getByText('ist reserviert bis').waitFor();
  expect(await page.getByRole('link', { name: 'Jetzt bezahlen' }).getAttribute('href')).toMatch(/^http/);
  await checkLook(page, 'request-pay');
  expect((await lastRequest()).bookingId).toBeNull();

  // The address holds two times now: a third appointment is refused, but not its request.
  await company.hold({
    email: 'erika@example.org',
    startsAt: `${new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)}T09:00:00.000Z`,
    address: 'Lindenweg 12a, 01234 Musterstadt',
    startBeforeWithdrawalEnds: true,
  });
  await page.getByRole('button', { name: 'Neue Anfrage beginnen' }).press('Enter');
  await askForPaid(page);
  await page.getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'weiter zur Zahlung' }).press('Enter');
  await heading(page, 'Ihre Anfrage ist eingegangen');
  await page.getByText('Der Termin ist noch nicht vereinbart').waitFor();
  await checkLook(page, 'request-without-appointment');
});

test('while the service is away, the device offline or the limit reached, what was typed stays', async () => {
  const { page, context, network, expectErrors } = await visit(address);
  expectErrors(/ERR_INTERNET_DISCONNECTED|status of (50\d|429)/);
  await toContact(page);
  await fillContact(page, 'Lenz');
  const send = page.getByRole('button', { name: 'Anfrage senden' });
  await sql`alter table offer_request rename to offer_request_away`.execute(database.kysely);
  try {
    await send.press('Enter');
    await heading(page, 'Das hat gerade nicht geklappt');
    await checkLook(page, 'request-away');
  } finally {
    await sql`alter table offer_request_away rename to offer_request`.execute(database.kysely);
  }
  await page.getByRole('button', { name: 'Zurück' }).press('Enter');
  expect(await page.getByLabel('Nachname').inputValue()).toBe('Lenz');
  await context.setOffline(true);
  await send.press('Enter');
  await heading(page, 'Sie sind offline');
  await context.setOffline(false);
  await heading(page, 'Ihre Anfrage ist eingegangen');
  expect((await lastRequest()).contact.lastName).toBe('Lenz');

  await page.getByRole('button', { name: 'Neue Anfrage beginnen' }).press('Enter');
  await toContact(page);
  await fillContact(page, 'Regen');
  for (const lastName of ['Amsel', 'Drossel', 'Fink', 'Star'])
    await visitor(network)(
      'submitRequest',
      { handle: company.handle },
      {
        body: { contact: { firstName: 'Erika', lastName, email: 'erika@example.org' } },
        headers: { 'Idempotency-Key': lastName },
      },
    );
  await send.press('Enter');
  await heading(page, 'Bitte warten Sie einen Moment');
  await checkLook(page, 'request-limit');
  await page.reload();
  expect(await page.getByLabel('Nachname').inputValue()).toBe('Regen');
});

test('an English reader gets English', async () => {
  const { page } = await visit(`${address}?view=consumption`, { locale: 'en-GB' });
  await heading(page, 'How much electricity do you need?');
});
