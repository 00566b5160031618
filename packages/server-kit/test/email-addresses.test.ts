import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from '../src/request/normalize.ts';
import { formatValidatorsOf } from '../src/validation/format-validators.ts';

const { validate } = formatValidatorsOf({})['idn-email'] as { validate(text: string): boolean };

/** Whether a request can have an address with a domain. */
const isAccepted = (domain: string) => validate(normalize(`erika@${domain}`, 'body') as string);

const points = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => point >>> 11 !== 0x1b);

/** Characters that IDNA (UTS #46) ignores or replaces when they follow a letter. */
const replaced = points
  .map((point) => String.fromCodePoint(point))
  .filter((char) => {
    const ascii = domainToASCII(`a${char}b.example`);
    return ascii !== '' && domainToUnicode(ascii) !== `a${char}b.example`;
  });

/** The forms in which an accepted domain can be stored, apart from the case of ASCII letters. */
function expectOneMailbox(domain: string): void {
  const ascii = domainToASCII(domain);
  const stored = normalize(domain, 'body') as string;
  expect([ascii, domainToUnicode(ascii)]).toContain(
    stored.replaceAll(/[A-Z]/g, (char) => char.toLowerCase()),
  );
}

test('characters that IDNA ignores or replaces create no second address of a mailbox', () => {
  expect(replaced.length).toBeGreaterThan(5_000);
  for (const char of replaced) {
    const domain = `a${char}b.example`;
    if (isAccepted(domain)) expectOneMailbox(domain);
  }
});

test('every accepted domain has one form in Punycode and one in Unicode', () => {
  const char = fc.oneof(
    fc.constantFrom(
      ...'aAzß9-.',
      'ü',
      'Ü',
      'u\u0308',
      'xn--',
      'xn--mnchen-3ya',
      '\ufe0f',
      '\u034f',
      'ﬁ',
      'ſ',
      'İ',
      'ẞ',
      '\u0345',
      '。',
    ),
    fc.constantFrom(...replaced),
  );
  let count = 0;
  fc.assert(
    fc.property(fc.array(char, { minLength: 1, maxLength: 8 }), (chars) => {
      const domain = `${chars.join('')}.example`;
      if (!isAccepted(domain)) return;
      count += 1;
      expectOneMailbox(domain);
    }),
    { numRuns: 20_000 },
  );
  expect(count).toBeGreaterThan(100);
});

test.each([
  'gmail.com',
  'GMail.com',
  'müller-solar.de',
  'Müller-Solar.de',
  'xn--mller-solar-thb.de',
  'straße.example',
  'țară.example',
])('the domain %s is accepted', (domain) => {
  expect(isAccepted(domain)).toBe(true);
});

test.each([
  ['a variation selector', 'gmail\ufe0f.com'],
  ['a grapheme joiner', 'gm\u034fail.com'],
  ['full-width letters', 'ｇmail.com'],
  ['a ligature', 'ﬁrma.example'],
  ['the long s', 'ſolar.example'],
  ['a capital umlaut', 'MÜLLER-solar.de'],
  ['one label of two in Punycode', 'müller.xn--mnchen-3ya.de'],
  ['a shortened network address', '127.1'],
])('a domain with %s is refused', (_name, domain) => {
  expect(isAccepted(domain)).toBe(false);
});
