import type { Document } from '@pv-planning/contract';
import { factsOf, textOf } from '@pv-planning/documents/testing';
import { describe, expect, test } from 'vitest';
import { referenceLines } from '../support/reference-lines.ts';
import { openTestApi } from '../support/test-api.ts';
import { newWiredProject } from '../support/wired-project.ts';

const { newOfferCompany } = await openTestApi();
const company = await newOfferCompany();
const house = await newWiredProject(company);
const { done, newOffer } = company;

const bytesOf = ({ content }: Document) => Buffer.from(content, 'base64');
const printed = async (document: Document) => textOf(bytesOf(document));

describe('the string plan of the reference house', () => {
  test('prints the published voltages, powers and sizing factor', async () => {
    const { id } = await house.offerOf(house.wired('1 south 14', '2 west 10'));
    const text = await printed(await done('generateStringPlan', { id }));
    const voltages = (cold: string, hot: string, cool: string) =>
      new RegExp(`${cold} V \\S+ V ${hot} V ${cool} V`);
    expect(text).toMatch(voltages('599,56', '401,59', '475,25'));
    expect(text).toMatch(voltages('428,26', '286,85', '339,47'));
    expect(text).toContain('6.160 W');
    expect(text).toContain('4.400 W');
    expect(text).toContain('10,56 kWp');
    expect(text).toContain('Dimensionierungsfaktor 105,6 %');
    expect(text).toContain('Alle Prüfungen ohne Befund.');
  });

  test('prints the errors of 24 modules in one string', async () => {
    const body = house.wired('1 south 24');
    const { id } = await house.offerOf({ ...body, modules: [house.field('south', 24)] });
    const text = await printed(await done('generateStringPlan', { id }));
    expect(text).toMatch(/✗ Fehler: nicht eingehalten R1 .* 1\.027,82 V 1\.000 V/);
  });
});

describe('the offer of the reference calculation', () => {
  test('prints its sums by rate', async () => {
    const { id } = await newOffer(referenceLines(company));
    const text = await printed(await done('generateOfferDocument', { id }));
    for (const sum of [
      'Summe netto 16.260,00 €',
      'zzgl. 0 % USt. auf 15.030,00 € 0,00 €',
      'zzgl. 19 % USt. auf 1.230,00 € 233,70 €',
      'Gesamtpreis 16.493,70 €',
    ])
      expect(text).toContain(sum);
  });

  test('prints a discount without a rate as apportioned', async () => {
    const { additionalCosts = [], ...body } = referenceLines(company);
    const costs = additionalCosts.map(({ vatRate, ...cost }) =>
      cost.name === 'Rabatt' ? cost : { ...cost, vatRate },
    );
    const { id } = await newOffer({ ...body, additionalCosts: costs as typeof additionalCosts });
    const text = await printed(await done('generateOfferDocument', { id }));
    expect(text).toContain('−506,97 € netto −500,00 € 0 % und 19 % anteilig');
    expect(text).toContain('19 % USt. auf 1.193,31 € 226,73 €');
    expect(text).toContain('Gesamtpreis 16.486,73 €');
  });
});

const difficult = 'Größlstraße „Łódź“ – 5 € ≥ 6 mm², ≤ 10 Ω ẞ';

test('documents keep all characters, embed their fonts, and have neither forms nor scripts', async () => {
  const offer = await newOffer({
    ...referenceLines(company),
    introText: difficult,
    closingText: 'ä ö ü ß é ñ',
  });
  await done('updateCustomer', { id: company.customerId }, { lastName: difficult });
  const paper = await done('generateOfferDocument', { id: offer.id });
  const plan = await done('generateStringPlan', { id: offer.id });
  expect((await printed(paper)).split(difficult)).toHaveLength(3);
  expect(await printed(plan)).toContain(difficult);
  for (const document of [paper, plan]) {
    const { fonts, title, ...facts } = await factsOf(bytesOf(document));
    expect(title).toContain(offer.number);
    expect(facts).toEqual({
      language: 'de-DE',
      isTagged: true,
      isAccessible: true,
      hasForm: false,
      hasScripts: false,
      cutOff: [],
    });
    expect(fonts.filter(({ name, isEmbedded }) => !isEmbedded || !name.includes('Inter-'))).toEqual([]);
    expect(fonts.length).toBeGreaterThan(0);
  }
});
