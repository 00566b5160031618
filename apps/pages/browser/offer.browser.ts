import { expect, onTestFinished, test } from 'vitest';
import { openTestApi } from '../../api/test/support/test-api.ts';
import { checkLook, heading, visit } from './support/browser.ts';
import { houseOwner } from './support/house-owner.ts';

const api = await openTestApi();
// The browser has the real time.
api.setClock(new Date().toISOString());
const { url } = api;
const owner = await houseOwner(api);

test('an offer shows price, roofs, and all that is included; as many modules are drawn as are priced', async () => {
  const { address, offer } = await owner.newOffer();
  const { page } = await visit(address);
  await heading(page, 'PV-Anlage mit Speicher');
  await page.getByText('Gesamtpreis, darin').waitFor();
  expect(await page.locator('.cells rect').count()).toBe(offer.moduleCount);
  expect(await page.title()).not.toContain(address.split('/o/')[1]);
  await checkLook(page, 'offer');
});

test('a customer accepts by keyboard alone', async () => {
  const { address, read } = await owner.newOffer();
  const { page } = await visit(address);
  await heading(page, 'PV-Anlage mit Speicher');
  await page.getByRole('link', { name: 'Angebot annehmen' }).press('Enter');
  await heading(page, 'Angebot annehmen');
  await checkLook(page, 'accept');
  const name = page.getByLabel('Vor- und Nachname');
  await name.fill('');
  await name.press('Enter');
  await page.getByText('Bitte geben Sie Ihren Namen').waitFor();
  expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  await checkLook(page, 'accept-error');
  await name.fill('Erika Sommer');
  await name.press('Enter');
  await heading(page, 'Stimmt alles?');
  await checkLook(page, 'order');
  expect((await read()).state).toBe('PUBLISHED');
  await page.getByRole('button', { name: 'Zahlungspflichtig beauftragen', exact: true }).press('Enter');
  await heading(page, 'Sie haben das Angebot angenommen');
  await checkLook(page, 'accepted');
  expect(await read()).toMatchObject({ state: 'ACCEPTED', decision: { name: 'Erika Sommer' } });
  await page.reload();
  await heading(page, 'Sie haben das Angebot angenommen');

  await page.getByRole('link', { name: 'Vertrag widerrufen' }).press('Enter');
  await heading(page, 'Vertrag widerrufen');
  await page.getByLabel('E‑Mail für').fill('kein');
  await page.getByLabel('E‑Mail für').press('Enter');
  await page.getByText('Bitte geben Sie eine E‑Mail-Adresse an').waitFor();
  await checkLook(page, 'withdraw');
  await page.getByLabel('E‑Mail für').fill('erika@example.org');
  await page.getByLabel('E‑Mail für').press('Enter');
  await heading(page, 'Ihre Erklärung');
  await checkLook(page, 'withdraw-confirm');
  await page.getByRole('button', { name: 'Widerruf bestätigen', exact: true }).press('Enter');
  await heading(page, 'Ihr Widerruf ist eingegangen');
  await page.getByText('erika@example.org').waitFor();
  await checkLook(page, 'withdrawn');
  const { rows } = await owner.mails();
  expect(rows).toContainEqual({ kind: 'withdrawal-received', toAddress: 'erika@example.org' });
});

test('a customer declines with a reason', async () => {
  const { address, read } = await owner.newOffer();
  const { page } = await visit(`${address}?view=decline`);
  await heading(page, 'Angebot ablehnen');
  await page.getByLabel('Woran liegt es?').fill('Zu teuer');
  await checkLook(page, 'decline');
  await page.getByRole('button', { name: 'Angebot ablehnen' }).press('Enter');
  await heading(page, 'Das Angebot ist abgelehnt');
  await checkLook(page, 'declined');
  expect((await read()).decision).toMatchObject({ state: 'DECLINED', reason: 'Zu teuer' });
});

test('an offer that has changed meanwhile shows what, and is not accepted', async () => {
  const { address, id, read } = await owner.newOffer();
  const { page, expectErrors } = await visit(`${address}?view=accept`);
  expectErrors(/409/);
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).press('Enter');
  await heading(page, 'Stimmt alles?');
  await owner.company.done('updateOffer', { id }, { validTo: '2999-12-31' });
  await page.getByRole('button', { name: 'Zahlungspflichtig beauftragen' }).press('Enter');
  await heading(page, 'Das Angebot hat sich geändert');
  await page.getByText('Es wurde nichts beauftragt.').waitFor();
  await page.getByRole('cell', { name: '31. Dezember 2999' }).waitFor();
  await checkLook(page, 'changed');
  expect((await read()).state).toBe('PUBLISHED');
  await page.getByRole('link', { name: 'Neue Fassung ansehen' }).press('Enter');
  await heading(page, 'PV-Anlage mit Speicher');
});

test('an offer that somebody else has decided on says so', async () => {
  const { address, id } = await owner.newOffer();
  const { page, expectErrors } = await visit(`${address}?view=decline`);
  expectErrors(/409/);
  await heading(page, 'Angebot ablehnen');
  await owner.company.done('acceptOffer', { id });
  await page.getByRole('button', { name: 'Angebot ablehnen' }).press('Enter');
  await heading(page, 'Das Angebot ist angenommen');
  await page.getByText('Über dieses Angebot ist schon entschieden').waitFor();
  await checkLook(page, 'decided-elsewhere');
});

test('an expired offer can be read and declined, but not accepted', async () => {
  const { address } = await owner.newOffer({
    validTo: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
  });
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString();
  api.setClock(later);
  onTestFinished(() => api.setClock(new Date().toISOString()));
  const { page } = await visit(address, { time: later });
  await heading(page, 'Dieses Angebot ist abgelaufen');
  await checkLook(page, 'expired');
  await page.getByRole('link', { name: 'Angebot ansehen' }).press('Enter');
  await heading(page, 'PV-Anlage mit Speicher');
  expect(await page.getByRole('link', { name: 'Angebot annehmen' }).count()).toBe(0);
});

test('an indication cannot be accepted', async () => {
  const { address } = await owner.newOffer({ isIndicationPrice: true });
  const { page } = await visit(address);
  await page.getByText('Unverbindlicher Richtpreis').waitFor();
  expect(await page.getByRole('link', { name: 'Angebot annehmen' }).count()).toBe(0);
  await checkLook(page, 'indication');
});

test.each(['unknown', 'replaced'])('a link that is %s says what to do', async (kind) => {
  const { address, id } = await owner.newOffer();
  if (kind === 'replaced') await owner.company.done('createOfferLink', { id }, { rotate: true });
  const { page, expectErrors } = await visit(kind === 'unknown' ? `${url}/o/1.unknown` : address);
  expectErrors(/404/);
  await heading(page, 'Dieser Link gilt nicht mehr');
  await checkLook(page, `link-${kind}`);
});

test('while the service is away or the device is offline, what was typed stays, and a retry decides once', async () => {
  const { address, read } = await owner.newOffer();
  const { page, context, expectErrors } = await visit(`${address}?view=accept`);
  expectErrors(/ERR_INTERNET_DISCONNECTED|status of 50\d/);
  await page.getByLabel('Vor- und Nachname').fill('Ernst Sommer');
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).press('Enter');
  await heading(page, 'Stimmt alles?');
  await owner.away(async () => {
    await page.getByRole('button', { name: 'Zahlungspflichtig beauftragen' }).press('Enter');
    await heading(page, 'Das hat gerade nicht geklappt');
    await checkLook(page, 'away');
  });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Erneut versuchen' }).press('Enter');
  await heading(page, 'Sie sind offline');
  await checkLook(page, 'offline');
  await context.setOffline(false);
  await heading(page, 'Sie haben das Angebot angenommen');
  expect((await read()).decision?.name).toBe('Ernst Sommer');
});

test('the offer is printed with all groups, without what belongs to the screen', async () => {
  const { address } = await owner.newOffer();
  const { page } = await visit(address);
  await heading(page, 'PV-Anlage mit Speicher');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('details:not([open])').count()).toBe(0);
  for (const part of ['.decide', '.skip', '.chev'])
    expect(await page.locator(part).first().isVisible()).toBe(false);
});

test('an English reader gets English', async () => {
  const { address } = await owner.newOffer();
  const { page } = await visit(address, { locale: 'en-GB' });
  await page.getByRole('link', { name: 'Accept the offer' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});
