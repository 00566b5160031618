import { expect, test } from 'vitest';
import { composeMail } from '../src/index.ts';
import { facts, link, paragraph, quote, typedParagraph } from '../src/template/template.ts';

const parties = { from: 'Dachwerk', to: { address: 'erika@example.org', name: '' }, replyTo: null };

function textOf(...blocks: Parameters<typeof composeMail>[0]['blocks']) {
  const template = { language: 'de', subject: 'Termin, 30. März 2026', blocks, imprint: [] } as const;
  return composeMail(template, parties).text.trimEnd();
}

test.each([
  ['Montag, 6. April 2026, 09:05–10:35 Uhr (MESZ)', 'Montag, 6._April_2026, 09:05–10:35_Uhr_(MESZ)'],
  ['Monday, 6 April 2026, 09:05 (CEST)', 'Monday, 6_April_2026, 09:05_(CEST)'],
  [
    'binnen 14 Tagen (§ 357 BGB), 99,00 € inkl. 19 % USt.',
    'binnen 14_Tagen (§_357_BGB), 99,00_€ inkl. 19_% USt.',
  ],
  [
    'am 15. März 2026 abgelaufen. Im Jahr 2026. Sagen Sie',
    'am 15._März_2026 abgelaufen. Im Jahr_2026. Sagen Sie',
  ],
])('the parts of %s stay on a line', (text, expected) => {
  expect(textOf(paragraph(text)).replaceAll('\u00a0', '_')).toBe(expected);
});

test('only the first time shows the zone, unless there are two zones', () => {
  const appointment = (start: string, until: string) =>
    textOf(
      facts([['Beginn', start]]),
      paragraph(`Absagen bis ${until}.`),
      quote('um 8 Uhr (MESZ)'),
      link('Zur Seite', 'https://a.example/1'),
    );
  expect(appointment('09:00 Uhr (MESZ)', '08:00 Uhr (MESZ)').replaceAll('\u00a0', ' ')).toBe(
    'Beginn: 09:00 Uhr (MESZ)\n\nAbsagen bis 08:00 Uhr.\n\n> um 8 Uhr (MESZ)\n\nZur Seite:\nhttps://a.example/1',
  );
  expect(appointment('09:00 Uhr (MESZ)', '08:00 Uhr (MEZ)')).toContain(
    'Absagen bis 08:00\u00a0Uhr\u00a0(MEZ).',
  );
});

test('what somebody typed stays as it is', () => {
  const name = 'Solar 24 GmbH (MEZ), Haus 3 B';
  expect(
    textOf(
      facts([
        ['Beginn', '09:00 Uhr (MEZ)'],
        ['Kunde', name, 'typed'],
      ]),
      typedParagraph(`Guten Tag ${name},`),
      quote(name),
      paragraph('Absagen bis 08:00 Uhr (MEZ).'),
    ),
  ).toBe(
    `Beginn: 09:00\u00a0Uhr\u00a0(MEZ)\nKunde: ${name}\n\nGuten Tag ${name},\n\n> ${name}\n\nAbsagen bis 08:00\u00a0Uhr.`,
  );
});
