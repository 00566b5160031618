import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textOf } from '@pv-planning/documents/testing';
import { expect, test } from 'vitest';
import { completeAddress } from '../../src/kernel/records/stored-values.ts';
import { commandLineOn } from '../support/command-line.ts';
import { openTestApi } from '../support/test-api.ts';

const { newOfferCompany, offerIn, database } = await openTestApi({ publicUrl: 'https://offers.example' });
const company = await newOfferCompany();
const { done } = company;
const { admin, json } = commandLineOn(database);

const setCompany = (values: object) =>
  database.kysely.updateTable('company').set(values).where('companyId', '=', company.id).execute();

await setCompany({
  name: 'Akkufreund Nachrüstung',
  legalForm: 'UG (haftungsbeschränkt)',
  address: JSON.stringify(
    completeAddress({ street: 'Limmerstraße', houseNumber: '50', postalCode: '30451', city: 'Hannover' }),
  ),
  phone: '0511 555 0100',
  email: 'hallo@akkufreund.example',
});
const legalName = 'Akkufreund Nachrüstung UG (haftungsbeschränkt)';

async function setTexts(texts: object) {
  const file = join(tmpdir(), `pv-texts-${crypto.randomUUID()}.json`);
  await writeFile(file, JSON.stringify(texts));
  return ['company', 'texts', company.id, '--file', file];
}

const texts = {
  withdrawal: 'DELIVERY',
  termsAndConditions: '1. Geltung\n\nDiese Bedingungen gelten.',
  paymentPlan: [
    { percent: 40, due: 'bei Auftragserteilung' },
    { percent: 50, due: 'bei Lieferung der Module' },
    { percent: 10, due: 'nach Inbetriebnahme' },
  ],
  deliveryTime: '6 Wochen nach Auftrag',
  guarantee: 'Dichtheit des Daches: 10 Jahre',
};

/** A text in which hyphens at the end of a line do not matter. */
const unbroken = (text: string) => text.replaceAll(/[-\s]+/g, ' ');

test('private customers get the texts as they were when the offer was published', async () => {
  expect(await json(...(await setTexts(texts)))).toMatchObject({ version: 1 });
  expect(await json(...(await setTexts(texts)))).toMatchObject({ version: 1 });
  const customer = await offerIn(company, 'PUBLISHED', {
    additionalCosts: [{ name: 'Dach', price: 100.03, vatRate: 0 }],
  });
  const { body: page } = await customer.read();
  expect(page.consumerTexts).toMatchObject({
    version: 1,
    withdrawalInstruction: expect.stringContaining(
      'Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag, an dem Sie oder ein von Ihnen benannter Dritter',
    ),
    withdrawalForm: expect.stringContaining(`– An ${legalName}, Limmerstraße 50`),
    termsAndConditions: texts.termsAndConditions,
    paymentPlan: [
      { percent: 40, amount: 40.01, due: 'bei Auftragserteilung' },
      { percent: 50, amount: 50.02, due: 'bei Lieferung der Module' },
      { percent: 10, amount: 10, due: 'nach Inbetriebnahme' },
    ],
    deliveryTime: texts.deliveryTime,
    guarantee: texts.guarantee,
  });
  for (const part of [
    `müssen Sie uns (${legalName}, Limmerstraße 50, 30451 Hannover, Telefon 0511 555 0100, hallo@akkufreund.example)`,
    'online unter https://offers.example/o/… (Ihr Link zu diesem Angebot) mit „Vertrag widerrufen“',
    'Wir tragen die Kosten der Rücksendung der Waren.',
  ])
    expect(page.consumerTexts?.withdrawalInstruction).toContain(part);
  // A company that collects the goods cannot keep the money until they are back.
  expect(page.consumerTexts?.withdrawalInstruction).toContain('Wir holen die Waren ab.');
  expect(page.consumerTexts?.withdrawalInstruction).not.toContain('Rückzahlung verweigern');
  const { declarations } = page;
  expect(declarations).toEqual([
    'Es gelten der Zahlungsplan und die Allgemeinen Geschäftsbedingungen, die Teil dieses Angebots sind.',
    'Zu diesem Angebot gehören die Widerrufsbelehrung und das Muster-Widerrufsformular.',
    'Ich bin Betreiber der Anlage; sie hat höchstens 30 kWp oder steht auf oder bei einem begünstigten Gebäude.',
  ]);
  const demand = page.consumerTexts?.earlyStart ?? expect.fail();
  expect(demand).toContain('dass die Arbeiten vor Ablauf der Widerrufsfrist beginnen');
  const letter = async () => {
    const { content } = await done('generateOfferDocument', { id: customer.id });
    return textOf(Buffer.from(content, 'base64'));
  };
  const text = await letter();
  // Above the signature.
  expect(unbroken(text)).toContain(unbroken(`an: ${declarations.join(' ')} ${demand} Ort, Datum`));
  expect(text).not.toMatch(/Akkufreund Nachrüstung(?! UG \(haftungsbeschränkt\))/);
  for (const part of [
    `${legalName} · Limmerstraße 50`,
    `${legalName} Limmerstraße 50 30451 Hannover`,
    '50 % bei Lieferung der Module 50,02 €',
    'Sie haben das Recht, binnen vierzehn Tagen',
    'Muster-Widerrufsformular',
    'Diese Bedingungen gelten.',
  ])
    expect(text).toContain(part);
  expect(await json(...(await setTexts({ withdrawal: 'CONTRACT' })))).toMatchObject({
    version: 2,
    guarantee: null,
  });
  expect((await customer.read()).body).toEqual(page);
  const accepted = await customer.accept({
    termsVersion: page.termsVersion,
    startBeforeWithdrawalEnds: true,
  });
  expect(accepted.body).toMatchObject({ startBeforeWithdrawalEnds: true });
  expect((await company.read(customer.id)).decision).toMatchObject({ startBeforeWithdrawalEnds: true });
  expect(unbroken(await letter())).toContain(
    unbroken(`Erklärt ${declarations.join(' ')} Verlangt ${demand}`),
  );
  const later = (await (await offerIn(company)).read()).body.consumerTexts;
  expect(later).toMatchObject({ version: 2, termsAndConditions: null, paymentPlan: null });
  expect(later?.withdrawalInstruction).toContain('ab dem Tag des Vertragsabschlusses.');
  // Only the right to withdraw from a service ends with its completion.
  const ending = 'mein Widerrufsrecht erlischt';
  expect([demand.includes(ending), later?.earlyStart?.includes(ending)]).toEqual([false, true]);
});

async function offerTo(type: 'COMPANY' | 'HOUSING_COMMUNITY') {
  const { id: customerId } = await done('createCustomer', {}, { companyName: 'Am Markt 3', type });
  const { id: projectId } = await done('createProject', {}, { customerId });
  const additionalCosts = [
    { name: 'Gerüst', price: 100, vatRate: 19 },
    { name: 'Entsorgung', price: 50, vatRate: 19 },
  ];
  return offerIn(company, 'PUBLISHED', { projectId, additionalCosts } as never);
}

test.each([
  ['HOUSING_COMMUNITY', true],
  ['COMPANY', false],
] as const)('whether customers of the type %s are consumers: %s', async (type, isConsumer) => {
  await json(...(await setTexts({ withdrawal: 'CONTRACT' })));
  const customer = await offerTo(type);
  expect((await customer.read()).body.consumerTexts !== null).toBe(isConsumer);
  if (!isConsumer) {
    const { body } = await customer.accept({ startBeforeWithdrawalEnds: true });
    expect(body.startBeforeWithdrawalEnds).toBe(false);
  }
  const { content } = await done('generateOfferDocument', { id: customer.id });
  expect((await textOf(Buffer.from(content, 'base64'))).includes('119,00')).toBe(isConsumer);
  await json(...(await setTexts({ guarantee: 'Dichtheit' })));
  const hints = (await company.read(customer.id)).offerHints.map(({ code }) => code);
  expect(hints.includes('no_withdrawal_instruction')).toBe(isConsumer);
});

test('an offer to a private customer without an instruction on withdrawal has a hint', async () => {
  const codes = async () =>
    (await company.newOffer({ additionalCosts: [] })).offerHints.map(({ code }) => code);
  await json(...(await setTexts({ withdrawal: 'CONTRACT' })));
  expect(await codes()).not.toContain('no_withdrawal_instruction');
  await json(...(await setTexts({ guarantee: 'Dichtheit' })));
  expect(await codes()).toContain('no_withdrawal_instruction');
});

test('an instruction on withdrawal states address, telephone number and e-mail address', async () => {
  await json(...(await setTexts({ withdrawal: 'CONTRACT' })));
  await setCompany({ phone: null, email: null });
  const { stderr } = await admin(await setTexts({ withdrawal: 'DELIVERY' }));
  expect(stderr).toContain('The company has no telephone number and no e-mail address, which');
  const { offerHints } = await company.newOffer({ additionalCosts: [] });
  expect(offerHints).toContainEqual({
    code: 'withdrawal_instruction_incomplete',
    message:
      'Your company has no telephone number and no e-mail address, which the instruction on withdrawal must state.',
  });
  await setCompany({ phone: '0511 555 0100', email: 'hallo@akkufreund.example' });
  const { offerHints: none } = await company.newOffer({ additionalCosts: [] });
  expect(none).toEqual([]);
});

test.each([
  [{ paymentPlan: [{ percent: 40, due: 'sofort' }] }, 'The percentages of paymentPlan must add up to 100.'],
  [{ withdrawal: 'NEVER' }, 'withdrawal must be one of'],
  [{ imprint: 'x' }, 'imprint is not a field'],
])('the texts %j are refused', async (refused, message) => {
  const { exitCode, stderr } = await admin(await setTexts(refused));
  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
});
