import type { Document, Offer, OfferDocument } from '@pv-planning/contract';
import { textOf } from '@pv-planning/documents/testing';
import { expect, test } from 'vitest';
import { png } from '../support/small-png.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, offerIn, url, database } = await openTestApi();
const company = await newOfferCompany();
const { done, api, products, project } = company;

const printed = ({ id }: Pick<Offer, 'id'>): Promise<OfferDocument> => done('generateOfferDocument', { id });
const textIn = ({ content }: Document) => textOf(Buffer.from(content, 'base64'));

test('an offer is printed with its lines and sums, but without purchase prices', async () => {
  const [roof = { id: '' }] = project.roofs;
  const offer = await company.newOffer({
    introText: 'Guten Tag,\n\ngern bieten wir Ihnen an:',
    modules: [{ materialId: products.module, roofId: roof.id, quantity: 24, price: 95 }],
    additionalCosts: [{ name: 'Montage', price: 4300, purchasePrice: 1234.56, vatRate: 0 }],
  });
  expect(offer.purchasePrice).toBeGreaterThan(1234);
  const { fileName, contentType, content } = await printed(offer);
  expect([fileName, contentType]).toEqual([`Angebot-${offer.number}.pdf`, 'application/pdf']);
  const text = await textIn({ fileName, contentType, content });
  expect(text).toContain('ENTWURF');
  expect(text).toContain('gern bieten wir Ihnen an:');
  expect(text).toContain('24 Stk. 95,00 € 0 % 2.280,00 €');
  expect(text).toContain('Gesamtpreis 6.580,00 €');
  expect(text).not.toContain('1.234,56');
});

test.each(['PUBLISHED', 'ACCEPTED', 'DECLINED'] as const)(
  'an offer in state %s is the same file for the customer',
  async (state) => {
    const offer = await offerIn(company, state);
    const { missingFields, ...document } = await printed(offer);
    expect(missingFields).toEqual([]);
    const text = await textIn(document);
    expect(text).not.toContain('ENTWURF');
    expect(text.includes('Annahme des Angebots')).toBe(state === 'ACCEPTED');
    expect(text.includes('Ablehnung des Angebots')).toBe(state === 'DECLINED');
    const printedFor = (accept: string) =>
      fetch(`${url}/pages/v1/offers/${offer.token}/document`, {
        headers: { 'X-Forwarded-For': offer.address, Accept: accept },
      });
    const response = await printedFor('*/*');
    expect([response.status, await response.json()]).toEqual([200, document]);
    // A browser follows a link.
    const file = await printedFor('text/html,*/*;q=0.8');
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toBe(`inline; filename="${document.fileName}"`);
    expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(document.content);
    expect(await printed(offer)).toMatchObject(document);
  },
);

const setLogo = (logo: Buffer | null) =>
  database.kysely.updateTable('company').set({ logo }).where('companyId', '=', company.id).execute();

test('texts that cannot be printed are listed', async () => {
  const { id } = await company.newOffer({
    additionalCosts: [{ name: '太阳能', price: 1 }],
    introText: 'Будинок',
  });
  const { missingFields } = await printed({ id });
  const at = { field: '/groups/0/lines/0/name', label: 'Positionen' };
  expect(missingFields).toEqual([{ ...at, required: false, reason: 'REPLACED_CHARACTERS', source: null }]);
});

test.each(['PUBLISHED', 'ACCEPTED'])(
  'an offer in state %s is printed with the terms as published',
  async (state) => {
    const offer = await offerIn(company);
    if (state === 'ACCEPTED') await offer.accept({ name: 'Maria Schneider' });
    const before = await printed(offer);
    await done('updateCustomer', { id: company.customerId }, { lastName: 'Umbenannt' });
    expect(await printed(offer)).toEqual(before);
    await setLogo(png);
    expect(await printed(offer)).toEqual(before);
    await setLogo(null);
    expect((await textIn(before)).includes('Durch Maria Schneider')).toBe(state === 'ACCEPTED');
    const { termsVersion } = (await offer.read()).body;
    expect(await textIn(before)).toContain(`Version 1, Prüfsumme ${termsVersion}`);
    await done('updateCustomer', { id: company.customerId }, { lastName: 'Schneider' });
  },
);

test('a customer cannot print a draft, and prints twelve times a minute at most', async () => {
  const offer = await offerIn(company);
  const get = (token: string) =>
    fetch(`${url}/pages/v1/offers/${token}/document`, { headers: { 'X-Forwarded-For': offer.address } });
  for (let count = 0; count < 12; count += 1) expect((await get(offer.token)).status).toBe(200);
  expect((await get(offer.token)).status).toBe(429);
  expect((await get('1.7001.1.FAKEfakeFAKEfakeFAKEfakeFAKEfake')).status).toBe(404);
  expect((await api.call('generateOfferDocument', { params: { id: '987654321' } })).status).toBe(404);
});

test('the page, its file and the accepted terms agree on the installation site and the contact person', async () => {
  const address = {
    street: 'Am Hang',
    houseNumber: '3',
    postalCode: '99734',
    city: 'Nordhausen',
    country: 'DE',
  };
  const { id: customerId } = await done(
    'createCustomer',
    {},
    {
      companyName: 'Weber Metallbau AG',
      firstName: 'Anna',
      lastName: 'Weber',
      address: { ...address, street: 'Marktplatz' },
    },
  );
  const { id: projectId } = await done('createProject', {}, { customerId, address });
  const offer = await offerIn(company, 'PUBLISHED', { projectId } as never);
  const { body: page } = await offer.read();
  expect(page).toMatchObject({
    customer: { name: 'Weber Metallbau AG', contactName: 'Anna Weber' },
    installationAddress: address,
  });
  const text = await textIn(await printed(offer));
  expect(text).toContain('Weber Metallbau AG Anna Weber Marktplatz 3 99734 Nordhausen');
  expect(text).toContain('Anlagenstandort: Am Hang 3, 99734 Nordhausen');
  await offer.accept();
  const before = await printed(offer);
  await done('updateProject', { id: projectId }, { address: null });
  expect((await offer.read()).body.installationAddress).toMatchObject({ street: 'Am Hang' });
  expect(await printed(offer)).toEqual(before);
});
