import { expect, test } from 'vitest';
import {
  composeMail,
  type MailCompany,
  offerDecidedMail,
  offerDeclinedMail,
  type Template,
  withdrawalReceivedMail,
} from '../src/index.ts';

const company: MailCompany = {
  name: 'Dachwerk GmbH',
  legalForm: 'GmbH',
  address: { street: 'Am Markt', houseNumber: '3', postalCode: '99734', city: 'Nordhausen' },
  phone: '03631 555 0100',
  email: 'info@dachwerk.example',
  website: null,
  vatId: 'DE123456789',
  registerCourt: 'Amtsgericht Nordhausen',
  registerNumber: 'HRB 1234',
  managingDirectors: ['Lena Vogt'],
};
const declaration = {
  offer: { number: 'AN-2026-00042', name: 'Haus', offerPrice: 12_345.6 },
  company,
  customerName: 'Maria Schneider',
  typedName: 'M. Schneider',
  at: '2026-11-23T09:15:30.000Z',
};
const textOf = (template: Template) =>
  composeMail(template, {
    from: company.name,
    to: { address: 'x@example.com', name: '' },
    replyTo: null,
  }).text.replaceAll('\u00a0', ' ');

test.each([
  ['Dachwerk', 'GmbH', 'Dachwerk GmbH'],
  ['Dachwerk GmbH', 'GmbH', 'Dachwerk GmbH'],
  ['Dachwerk GmbH (demo)', 'GmbH', 'Dachwerk GmbH (demo)'],
  ['Dachwerk (GmbH & Co. KG)', 'GmbH & Co. KG', 'Dachwerk (GmbH & Co. KG)'],
  ['Dachwerkag', 'AG', 'Dachwerkag AG'],
  ['Dachwerk', 'UG (haftungsbeschränkt)', 'Dachwerk UG (haftungsbeschränkt)'],
  [
    'Dachwerk UG (haftungsbeschränkt) Nord',
    'UG (haftungsbeschränkt)',
    'Dachwerk UG (haftungsbeschränkt) Nord',
  ],
])('the legal name of %s as %s is %s', (name, legalForm, legalName) => {
  const named = { ...declaration, company: { ...company, name, legalForm } };
  const { imprint } = withdrawalReceivedMail({
    ...named,
    acceptedAt: declaration.at,
    note: null,
    language: 'de',
  });
  expect(imprint[0]).toBe(`${legalName}, Am Markt 3, 99734 Nordhausen`);
});

test.each([
  ['GmbH', 'Vertreten durch: Lena Vogt'],
  ['e.K.', 'Inhaber: Lena Vogt'],
  ['Einzelunternehmen', 'Inhaber: Lena Vogt'],
])('mails of a company of the legal form %s state %s', (legalForm, stated) => {
  const named = { ...declaration, company: { ...company, name: 'Dachwerk Vogt', legalForm } };
  const mail = withdrawalReceivedMail({ ...named, acceptedAt: declaration.at, note: null, language: 'de' });
  expect(mail.imprint).toContain(stated);
});

test('the customer gets the content of the withdrawal with date and time', () => {
  const withdrawal = { ...declaration, acceptedAt: '2026-11-20T09:00:00.000Z', note: 'Bitte\nabholen' };
  const german = withdrawalReceivedMail({ ...withdrawal, language: 'de' });
  expect(german.subject).toBe('Eingangsbestätigung: Ihr Widerruf zu Angebot AN-2026-00042');
  const text = textOf(german);
  for (const part of [
    'Vertrag: Angebot AN-2026-00042, angenommen am 20. November 2026',
    'Erklärung: Widerruf dieses Vertrags',
    'Name laut Erklärung: M. Schneider',
    'Eingegangen am: Montag, 23. November 2026, 10:15 Uhr (MEZ)',
    '> Bitte\n> abholen',
    'Dachwerk GmbH, Am Markt 3, 99734 Nordhausen\nAmtsgericht Nordhausen, HRB 1234\nVertreten durch: Lena Vogt',
  ])
    expect(text).toContain(part);
  const english = withdrawalReceivedMail({ ...withdrawal, note: null, language: 'en' });
  expect(textOf(english)).toContain('Received on: Monday, 23 November 2026, 10:15 (CET)');
  expect(textOf(english)).not.toContain('Your message');
});

test('the team reads who decided on which offer, in German', () => {
  const accepted = offerDecidedMail('accepted', { ...declaration, confirmedTo: null });
  expect(accepted.subject).toBe('Angebot AN-2026-00042 angenommen');
  expect(textOf(accepted)).toContain('Angebot: AN-2026-00042, Haus\nKunde: Maria Schneider\n');
  expect(textOf(accepted)).toContain('Angebotspreis: 12.345,60 €');
  const declined = (hasReason: boolean) => textOf(offerDeclinedMail({ ...declaration, hasReason }));
  expect(declined(true)).toContain('einen Grund angegeben');
  expect(declined(false)).not.toContain('Grund');
});

test('the team is asked to acknowledge a withdrawal of a customer without an address', () => {
  const withdrawn = (confirmedTo: string | null) =>
    textOf(offerDecidedMail('withdrawn', { ...declaration, confirmedTo }));
  expect(withdrawn('maria@example.com')).toContain('wird an maria@example.com gesendet');
  expect(withdrawn(null)).toContain('Bitte bestätigen Sie ihm den Eingang unverzüglich');
});

test('names stay as they were typed', () => {
  const names = { customerName: 'Solar 24 GmbH (MEZ)', typedName: 'Haus 3 B' };
  const mail = offerDecidedMail('accepted', { ...declaration, ...names, confirmedTo: null });
  const { text } = composeMail(mail, {
    from: 'x',
    to: { address: 'x@example.com', name: '' },
    replyTo: null,
  });
  expect(text).toContain('Kunde: Solar 24 GmbH (MEZ)\nName laut Erklärung: Haus 3 B\n');
});
