import type { OfferPage } from '@pv-planning/contract/pages';
import { expect, test } from 'vitest';
import { Included } from '../src/offer/included.tsx';
import { rendered } from './support/rendered.tsx';

const line = {
  ...{ name: 'Montage', description: null, manufacturerName: null, roofName: null, active: true },
  ...{ quantity: 1, unit: 'DAY', price: 800, totalPrice: 800, grossTotalPrice: 800 },
  ...{ moduleCount: 1, capacityKwh: null, warrantyYears: 1, performanceWarrantyYears: 1 },
};
const offer = {
  ...{ groups: [{ group: 'services', lines: [line] }], vatBreakdown: [], introText: null },
  ...{ customer: { type: 'PRIVATE' }, vatMode: 'PV_ZERO', netPrice: 800, offerPrice: 800 },
} as unknown as OfferPage;

test.each([
  ['en', '1 battery module · 1 year product warranty · 1 year performance warranty · 1\u00A0day'],
  ['de', '1 Batteriemodul · 1 Jahr Produktgarantie · 1 Jahr Leistungsgarantie · 1\u00A0Tg.'],
] as const)('one of something is singular: %s', async (language, details) => {
  expect((await rendered(<Included offer={offer} />, { language })).text()).toContain(details);
});
