import { test } from 'vitest';
import { openTestApi } from '../../api/test/support/test-api.ts';
import { checkLook, heading, visit } from './support/browser.ts';

const { url, newOfferCompany, offerIn } = await openTestApi();
const company = await newOfferCompany();

test('an unknown link says what to do', async () => {
  const { page, expectErrors } = await visit(`${url}/o/1.unknown`);
  expectErrors(/404/);
  await heading(page, 'Dieser Link gilt nicht mehr');
  await checkLook(page, 'unknown-link');
});

test('an offer shows its price', async () => {
  const { token } = await offerIn(company);
  const { page } = await visit(`${url}/o/${token}`);
  await page.getByText('Leistung').waitFor();
  await checkLook(page, 'offer');
});
