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

/** What does not decode stays as it is. */
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
 * Whether a text is an e-mail address, whose domain can have umlauts or be in Punycode. Besides the case of ASCII letters, there is no other way
 * to write the domain: what IDNA replaces or ignores, such as variation selectors, full-width letters and capital umlauts, is refused.
 */
function isEmail(text: string): boolean {
  const forms = domainForms(text);
  const lower = forms?.typed.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return forms !== undefined && (lower === forms.ascii || lower === forms.decoded);
}

/** Says how the domain of a refused address is written, if it is one. */
export function emailHint(text: string): string {
  const forms = domainForms(text);
  return forms ? `; write the domain as ${forms.decoded}` : '';
}

/** Whether a text shows no web address, which mail programs make a link. Letters have other widths and styles, and joiners and selectors hide. */
function isWithoutLink(text: string): boolean {
  const shown = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
  return !/:\/\/|www[.\u3002]/i.test(shown);
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
