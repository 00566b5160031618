import { domainToASCII, domainToUnicode } from 'node:url';
import type { Contract } from '../contract/contract.ts';
import type { FormatValidators } from './operation-validator.ts';

/** Limits decimal places. Checks the decimal text, because `multipleOf` fails for binary fractions. */
function decimals(max: number) {
  const pattern = new RegExp(`^-?\\d+(\\.\\d{1,${max}})?$`);
  return { type: 'number', validate: (value: number) => pattern.test(String(value)) } as const;
}

function inUtc(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

const time = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/**
 * Whether the date and the time exist, and whether the year remains valid after conversion to UTC, so that a time from a response
 * is valid in a request.
 */
function isTime(text: string): boolean {
  if (!time.test(text)) return false;
  const wallClock = text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return inUtc(`${wallClock}Z`).startsWith(wallClock) && /^[12]\d{3}-/.test(inUtc(text));
}

const isDay = (text: string) =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && inUtc(`${text}T00:00:00Z`).startsWith(text);

/** Letters of other scripts look like Latin ones. */
const latinDomain = /^[\p{Script=Latin}\p{M}\d.-]+$/u;

/** Domains that cannot be decoded remain unchanged. */
const isDecoded = (domain: string) => latinDomain.test(domain) && !/(^|\.)xn--/i.test(domain);

const asciiEmail =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;

/** Returns the forms of the domain of an e-mail address that IDNA makes. Undefined if the text is no address. */
function domainForms(text: string): { typed: string; ascii: string; decoded: string } | undefined {
  const at = text.lastIndexOf('@') + 1;
  const typed = text.slice(at);
  const ascii = domainToASCII(typed);
  const decoded = domainToUnicode(ascii);
  const isAddress = isDecoded(decoded) && asciiEmail.test(`${text.slice(0, at)}${ascii}`);
  return isAddress ? { typed, ascii, decoded } : undefined;
}

/**
 * Whether a text is an e-mail address, whose domain can have umlauts or be in Punycode. Apart from the case of ASCII letters,
 * each domain has a single accepted spelling: characters that IDNA replaces or ignores, such as variation selectors, full-width
 * letters and capital umlauts, are rejected.
 */
function isEmail(text: string): boolean {
  const forms = domainForms(text);
  const lower = forms?.typed.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return forms !== undefined && (lower === forms.ascii || lower === forms.decoded);
}

/** Returns a hint on the correct spelling of the domain of a rejected address, if it is an address. */
export function emailHint(text: string): string {
  const forms = domainForms(text);
  return forms ? `; write the domain as ${forms.decoded}` : '';
}

/** Characters that look like a colon, a slash or a dot, beyond those that NFKC folds. */
const lookAlikes = [
  [':', /[\u02d0\u02f8\u0589\u05c3\u0703\u0704\u16ec\u1803\u1809\u205a\u2236\ua789]/gu],
  ['/', /[\u1735\u2041\u2044\u2215\u2571\u27cb\u29f8\u3033\u30ce\u31d3\u4e3f]/gu],
  ['.', /[\u00b7\u0660\u06d4\u06f0\u0701\u0702\u2022\u2027\u2219\u22c5\u3002\u30fb\ua4f8\ua60e]/gu],
] as const;

/**
 * Whether a text contains no web address that mail programs turn into a link, including addresses with look-alikes, letters of other
 * widths or styles, and hidden joiners and selectors.
 */
function isWithoutLink(text: string): boolean {
  const visible = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
  const shown = lookAlikes.reduce((folded, [plain, others]) => folded.replaceAll(others, plain), visible);
  return !/:\/\/|www\./i.test(shown);
}

/** Returns validators of days, times, e-mail addresses and texts without links, which are stricter than those of JSON Schema, and of the formats that limit decimal places. */
export function formatValidatorsOf(formats: Contract['formats']): FormatValidators {
  const limited = Object.values(formats).flatMap(({ format, decimals: max }) =>
    format === undefined || max === undefined ? [] : [[format, decimals(max)] as const],
  );
  return {
    date: { type: 'string', validate: isDay },
    'date-time': { type: 'string', validate: isTime },
    'idn-email': { type: 'string', validate: isEmail },
    'declared-name': { type: 'string', validate: isWithoutLink },
    'typed-line': { type: 'string', validate: isWithoutLink },
    ...Object.fromEntries(limited),
  };
}
