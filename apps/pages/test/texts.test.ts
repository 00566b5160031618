import { expect, test } from 'vitest';
import { formatsOf } from '../src/shared/texts/formats.ts';
import { chosenLanguage } from '../src/shared/texts/language.ts';

test.each([
  ['', ['de-AT', 'en'], 'de'],
  ['', ['fr', 'en-US', 'de'], 'en'],
  ['', ['fr'], 'de'],
  ['?lang=en', ['de'], 'en'],
  ['?lang=xx', ['en'], 'en'],
] as const)('the language of %s with %j is %s', (search, preferred, language) => {
  expect(chosenLanguage(search, preferred)).toBe(language);
});

test('numbers, money and times are written as Germans read them, without breaks within them', () => {
  const { euros, unitEuros, measure, percent, longTime, longEnd, shortDate } = formatsOf('de');
  expect(euros(-1234.5)).toBe('−1.234,50\u00A0€');
  expect(unitEuros(0.12345)).toBe('0,12345\u00A0€');
  expect(measure(10.56, 'kWp')).toBe('10,56\u00A0kWp');
  expect(longEnd('2026-12-08T23:00:00Z')).toBe(
    longTime('2026-12-08T12:00:00Z').split(',').slice(0, 2).join(','),
  );
  expect(percent(41)).toBe('41\u00A0%');
  // Central European Time, whatever the clock of the device.
  expect(longTime('2026-12-24T22:30:00.000Z')).toBe(
    'Donnerstag, 24.\u00A0Dezember\u00A02026, 23:30\u00A0Uhr',
  );
  expect(shortDate('2026-12-24T23:30:00.000Z')).toBe('25.12.2026');
});

test('an hour that occurs twice has the name of its time', () => {
  const clocks = (language: 'de' | 'en') =>
    ['2026-10-24T23:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map(
      formatsOf(language).clock,
    );
  expect(clocks('de')).toEqual(['01:30\u00A0Uhr', '02:30\u00A0MESZ', '02:30\u00A0MEZ']);
  expect(clocks('en')).toEqual(['01:30', '02:30\u00A0CEST', '02:30\u00A0CET']);
});

test('English readers see German times in English', () => {
  const { euros, longTime } = formatsOf('en');
  expect(euros(1234.5)).toBe('€1,234.50');
  expect(longTime('2026-07-01T10:00:00.000Z')).toContain('1\u00A0July\u00A02026, 12:00');
});
