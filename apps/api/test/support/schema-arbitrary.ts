import fc from 'fast-check';
import type { Schema } from './contract-document.ts';
import { meaningOf } from './distinct.ts';

/** In characters. A longer text would exceed the maximum size of a body. */
const mostSent = 1_000_000;

const textLength = (text: string) => [...text].length;

/** Returns whether a pattern only forbids characters or parts, like the patterns of all free-text fields. */
function isFreeText(pattern: string | undefined): boolean {
  return pattern === undefined || /^\^(\[\^|\(\?!)/.test(pattern);
}

const twoDigits = (most: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));

const day = fc
  .date({ min: new Date('1000-01-02T00:00:00Z'), max: new Date('2999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const time = fc
  .tuple(
    day,
    twoDigits(23),
    twoDigits(59),
    twoDigits(59),
    fc.constantFrom('', '.5', '.123', '.123456789'),
    fc.constantFrom('Z', '+00:00', '+01:00', '-09:30', '+14:00'),
  )
  .map(
    ([date, hours, minutes, seconds, fraction, offset]) =>
      `${date}T${hours}:${minutes}:${seconds}${fraction}${offset}`,
  );

/** Replaces `fc.webUrl()`, which takes seconds to create. */
const webUrl = fc.oneof(
  fc.stringMatching(
    /^https?:\/\/[a-z]([a-z\d-]{0,10}[a-z\d])?\.example(:\d{2,4})?(\/[\w.~-]{0,10}){0,3}(\?[\w=&-]{1,10})?$/,
  ),
  fc.constantFrom('https://a.example/%C3%A4?q=%20#f', 'http://192.0.2.1/', 'https://A.example'),
);

/** Digits with their check digit (GTIN-13). */
const gtin = fc.stringMatching(/^[1-9]\d{11}$/).map((digits) => {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
});

const ofPattern = new Map<string, fc.Arbitrary<string>>();

/** Creating an arbitrary for a pattern takes long, and many fields have the same one. */
function matching(pattern: string): fc.Arbitrary<string> {
  const known = ofPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  ofPattern.set(pattern, known);
  return known;
}

function textOf({ minLength = 0, maxLength = 100, pattern, format }: Schema): fc.Arbitrary<string> {
  const fits = (text: string) => {
    const length = textLength(text.normalize('NFC'));
    return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  };
  if (format === 'date') return day;
  if (format === 'date-time') return time;
  if (format === 'uuid') return fc.uuid();
  if (format === 'gtin') return gtin;
  if (format === 'uri') return webUrl.filter(fits);
  if (format === 'idn-email') return fc.emailAddress({ size: 'small' }).filter(fits);
  if (pattern !== undefined && !isFreeText(pattern)) return matching(pattern).filter(fits);
  return fc
    .oneof(
      {
        weight: 8,
        arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('ä'.repeat(maxLength), "Robert'); --", '%_\\', '{"a":1}', ' ', '‮ﬁ'),
      },
    )
    .filter(fits);
}

const decimalsOf: Record<string, number> = { 'unit-price': 5, quantity: 3 };

function decimalOf(digits: number, least: number, most: number): fc.Arbitrary<number> {
  const scale = 10 ** digits;
  const whole = fc.integer({ min: Math.ceil(least), max: Math.floor(most) - 1 });
  return fc
    .tuple(whole, fc.nat(scale - 1))
    .map(([units, parts]) => Number(`${units}.${String(parts).padStart(digits, '0')}`));
}

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, type, format = '' } = schema;
  const min = minimum ?? exclusiveMinimum ?? -1e9;
  const max = maximum ?? exclusiveMaximum ?? 1e9;
  const isInteger = [type].flat().includes('integer');
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
  const decimals = decimalsOf[format];
  const broken =
    decimals === undefined ? fc.double({ min, max, noNaN: true }) : decimalOf(decimals, min, max);
  const any = isInteger ? whole : fc.oneof(whole, broken);
  return any.filter((value) => value !== exclusiveMinimum && value !== exclusiveMaximum);
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, allowedValues(schema)]),
  );
  return fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

function arrayOf({ items = {}, minItems = 0, maxItems = 5, uniqueItems }: Schema): fc.Arbitrary<unknown[]> {
  const size = { minLength: minItems, maxLength: Math.min(maxItems, 5) };
  const item = allowedValues(items);
  return uniqueItems
    ? fc.uniqueArray(item, { ...size, selector: (value) => JSON.stringify(value) })
    : fc.array(item, size);
}

function typedValues(schema: Schema, type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'string':
      return textOf(schema);
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      throw new Error(`Cannot generate values of type ${type}.`);
  }
}

/** Generates values that a schema of the contract allows. Supports the part of JSON Schema that the contract's requests use. */
export function allowedValues(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(
    ...types.map((type) => ({ weight: type === 'null' ? 1 : 4, arbitrary: typedValues(schema, type) })),
  );
}

const anotherType: Record<string, unknown[]> = {
  null: [null],
  boolean: [true],
  number: [1.5, -1],
  integer: [7],
  string: ['7', ''],
  array: [[], [1]],
  object: [{}, { a: 1 }],
};

/**
 * Returns values that a schema forbids, each with the reason. For parts whose schema is in `seen`, it returns only the first one,
 * which shows that the part is validated at all.
 */
export function forbiddenValues(
  schema: Schema,
  seen = new Set<string>(),
): [reason: string, value: unknown][] {
  const inPart = (part: Schema): [reason: string, value: unknown][] => {
    const meaning = meaningOf(part);
    const isKnown = seen.has(meaning);
    seen.add(meaning);
    return forbiddenValues(part, seen).slice(0, isKnown ? 1 : undefined);
  };
  const types = [schema.type ?? []].flat();
  const allowed = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));
  const forbidden: [string, unknown][] = Object.entries(anotherType)
    .filter(([type]) => !allowed(type))
    .flatMap(([type, values]) =>
      values
        .filter(
          (value) =>
            !(allowed('integer') && value === 7) && !(allowed('number') && typeof value === 'number'),
        )
        .map((value): [string, unknown] => [`${type}: ${JSON.stringify(value)}`, value]),
    );
  if (schema.enum) forbidden.push(['not listed', 'NONSENSE'], ['blanks around it', ` ${schema.enum[0]} `]);
  if (types.includes('string') && !schema.enum) forbidden.push(...forbiddenTexts(schema));
  if (schema.minimum !== undefined) forbidden.push(['below the minimum', schema.minimum - 1]);
  if (schema.maximum !== undefined) forbidden.push(['above the maximum', schema.maximum + 1]);
  if (decimalsOf[schema.format ?? '']) forbidden.push(['six decimals', 1.000001], ['tiny', 1e-7]);
  if (schema.exclusiveMinimum !== undefined)
    forbidden.push(['at the excluded minimum', schema.exclusiveMinimum]);
  if (schema.minItems !== undefined && schema.minItems > 0) forbidden.push(['too few', []]);
  if (schema.exclusiveMaximum !== undefined)
    forbidden.push(['at the excluded maximum', schema.exclusiveMaximum]);
  if (schema.maxItems !== undefined && schema.items) {
    const [item] = fc.sample(allowedValues(schema.items), { numRuns: 1, seed: 1 });
    if (schema.maxItems < mostSent / 100) forbidden.push(['too many', Array(schema.maxItems + 1).fill(item)]);
    if (schema.uniqueItems) forbidden.push(['twice the same', [item, item]]);
    forbidden.push(
      ...inPart(schema.items).map(([reason, value]): [string, unknown] => [`item ${reason}`, [value]]),
    );
  }
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const [whole] = fc.sample(objectOf(schema), { numRuns: 1, seed: 1 });
    forbidden.push(
      ...inPart(member).map(([reason, value]): [string, unknown] => [
        `${name} ${reason}`,
        { ...whole, [name]: value },
      ]),
    );
  }
  if (schema.properties && schema.additionalProperties === false) {
    const [whole] = fc.sample(objectOf(schema), { numRuns: 1, seed: 1 });
    forbidden.push(['an unknown field', { ...whole, nonsense: 1 }]);
    for (const name of schema.required ?? []) {
      const { [name]: _, ...rest } = whole ?? {};
      forbidden.push([`without ${name}`, rest]);
    }
  }
  return forbidden;
}

function forbiddenTexts({ minLength = 0, maxLength, pattern, format }: Schema): [string, unknown][] {
  const texts: [string, unknown][] = [];
  if (minLength > 0) texts.push(['too short', 'x'.repeat(minLength - 1)]);
  if (maxLength !== undefined && maxLength < mostSent) texts.push(['too long', 'x'.repeat(maxLength + 1)]);
  if (pattern !== undefined) {
    for (const text of [
      '\u0000',
      'a\u0007b',
      'a\u007fb',
      'a\u0085b',
      'a\nb',
      ' a',
      'a ',
      'a  b',
      'a\u00A0b',
      ' ',
      '\u2003 ',
      'a,b',
    ]) {
      if (!new RegExp(pattern, 'u').test(text)) texts.push([`the text ${JSON.stringify(text)}`, text]);
    }
  }
  if (format === 'date')
    texts.push(
      ['a day that does not exist', '2026-02-30'],
      ['a time', '2026-02-01T00:00:00Z'],
      ['the year 0', '0000-01-01'],
      ['a German date', '01.02.2026'],
    );
  if (format === 'date-time')
    texts.push(
      ['a time that does not exist', '2026-02-30T00:00:00Z'],
      ['hour 25', '2026-02-01T25:00:00Z'],
      ['without offset', '2026-02-01T00:00:00'],
      ['a day', '2026-02-01'],
    );
  if (format === 'gtin')
    texts.push(['a wrong check digit', '4006381333932'], ['11 digits', '12345678905'.slice(1)]);
  if (format === 'declared-name' || format === 'typed-line')
    texts.push(
      ['a web address', 'Erika www.evil.de'],
      ['a web address in full width', 'Erika ｗｗｗ.evil.de'],
      ['a web address with a colon in full width', 'Erika http：//evil.de'],
      ['a web address in bold', 'Erika 𝐰𝐰𝐰.evil.de'],
      ['a web address with an ideographic stop', 'Erika www。evil.de'],
      ['a web address with a ratio for the colon', 'Erika http∶//evil.de'],
      ['a web address with fraction slashes', 'Erika https:⁄⁄evil.de'],
      ['a web address with a one dot leader', 'Erika www․evil.de'],
      ['a web address with a joiner', 'Erika w\u200dww.evil.de'],
      ['a web address with a selector', 'Erika http:/\ufe0f/evil.de'],
      ['a space without width', 'Erika\u200bMuster'],
    );
  if (format === 'idn-email')
    texts.push(
      ['an address without @', 'nobody'],
      ['an umlaut before the @', 'jürgen@müller-solar.de'],
      ['a domain of two scripts', 'erika@pаypal.example'],
      ['a domain of two scripts in Punycode', 'erika@xn--pypal-4ve.example'],
      ['a domain that is no Punycode', 'erika@xn--zzzzzz.example'],
      ['an empty label', 'erika@müller..example'],
      ['a label of more than 63 characters', `erika@${'ü'.repeat(60)}.example`],
      ['two @', 'a@b@c.example'],
      ['a line break', 'a@b.example\n'],
    );
  return texts;
}
