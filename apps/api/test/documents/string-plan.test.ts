import type { StringPlanDocument } from '@pv-planning/contract';
import { textOf } from '@pv-planning/documents/testing';
import { expect, test } from 'vitest';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany } = await openTestApi();
const company = await newOfferCompany();
const { done, api, products, project } = company;
const [roof = { id: '' }] = project.roofs;

const textIn = ({ content }: StringPlanDocument) => textOf(Buffer.from(content, 'base64'));

test('a string plan has the strings of the offer, as planOfferStrings returns them', async () => {
  const offer = await company.newOffer({
    modules: [{ ref: 'south', materialId: products.module, roofId: roof.id, quantity: 12 }],
    inverters: [
      {
        materialId: products.inverter,
        strings: [{ label: 'Süd', mppTracker: 1, moduleRef: 'south', moduleCount: 10 }],
      },
    ],
  });
  const document = await done('generateStringPlan', { id: offer.id });
  const { current } = await done('planOfferStrings', { id: offer.id }, {});
  expect(document).toMatchObject({
    fileName: `Stringplan-${offer.number}.pdf`,
    contentType: 'application/pdf',
    plan: current,
  });
  const text = await textIn(document);
  const [string] = current.inverters.flatMap(({ trackers }) => trackers.flatMap(({ strings }) => strings));
  const cold = Number(string?.vocCold).toLocaleString('de-DE', { minimumFractionDigits: 2 });
  expect(text).toContain(`${cold} V`);
  expect(text).toContain('Süd 10 ');
  expect(text).toContain('ohne String');
  expect(await done('generateStringPlan', { id: offer.id })).toEqual(document);
});

test('texts that cannot be printed are listed with the place where they are entered', async () => {
  const offer = await company.newOffer({
    modules: [{ ref: 'south', materialId: products.module, roofId: roof.id, quantity: 2, name: '太阳能' }],
  });
  await done('updateProject', { id: project.id }, { name: 'Будинок Αθήνα' });
  const { missingFields, ...document } = await done('generateStringPlan', { id: offer.id });
  expect(missingFields).toEqual([
    {
      field: 'Module',
      label: 'Module',
      required: false,
      reason: 'REPLACED_CHARACTERS',
      source: { resource: 'offers', id: offer.id, path: '/modules/0/name' },
    },
  ]);
  expect(await textIn({ missingFields, ...document })).toContain('Будинок Αθήνα');
});

test('an offer without wiring gets a plan that says what is missing', async () => {
  const offer = await company.newOffer({ additionalCosts: [{ name: 'Montage', price: 1 }] });
  const document = await done('generateStringPlan', { id: offer.id });
  expect(document.plan.inverters).toEqual([]);
  expect(await textIn(document)).toContain('Das Angebot hat keinen Wechselrichter.');
  expect((await api.call('generateStringPlan', { params: { id: '987654321' } })).status).toBe(404);
});
