import { type EventType, events, type MemberRole, type Scope, scopes } from '@pv-planning/contract';
import { InvalidArgumentError } from 'commander';
import { schemaNamed } from '../../../kernel/contract/contract-document.ts';
import { propertyValidator, schemaValidator } from '../../../kernel/contract/contract-schemas.ts';
import { daysAfter, startOfGermanDay } from '../../../kernel/dates/german-days.ts';
import { commaList } from '../../../kernel/settings/comma-list.ts';

export const memberRoles = schemaNamed<{ enum: readonly MemberRole[] }>('MemberRole').enum;

/** Parses a name, which must satisfy the contract's schema, and normalizes it to NFC. */
export function nameText(text: string): string {
  const { maxLength, pattern } = schemaNamed<{ maxLength: number; pattern: string }>('Name');
  const name = text.trim().normalize('NFC');
  if (name !== '' && [...name].length <= maxLength && new RegExp(pattern, 'u').test(name)) return name;
  throw new InvalidArgumentError(`Enter 1 to ${maxLength} characters on one line.`);
}

export function emailAddress(text: string): string {
  if (propertyValidator('Member', 'email')(text)) return text;
  throw new InvalidArgumentError('Enter an e-mail address such as lena.vogt@sonnendach.example.');
}

export function slugText(text: string): string {
  if (schemaValidator('Slug')(text)) return text;
  throw new InvalidArgumentError(
    'Enter up to 50 lower-case letters, digits and single hyphens, such as sonnendach.',
  );
}

function someOf<Known extends string>(known: readonly Known[], what: string) {
  const isKnown = (entry: string): entry is Known => (known as readonly string[]).includes(entry);
  return (text: string): (Known | '*')[] => {
    const entries = commaList(text);
    if (entries.includes('*')) return ['*'];
    const unknown = entries.filter((entry) => !isKnown(entry));
    if (entries.length > 0 && unknown.length === 0) return entries.filter(isKnown);
    const problem = entries.length > 0 ? `Unknown ${what}: ${unknown.join(', ')}.` : '';
    throw new InvalidArgumentError(`${problem} Use '*' or one or more of: ${known.join(', ')}.`.trim());
  };
}

export const scopeList = someOf(Object.keys(scopes) as Scope[], 'scope');

export const eventTypeList = someOf(Object.keys(events) as EventType[], 'event type');

/** Returns a parser for whole numbers in this range. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Enter a whole number from ${min} to ${max}.`);
  };
}

/** Parses an amount of euros, and returns it in cents. */
export function amountInCents(text: string): number {
  const cents = Math.round(Number(text) * 100);
  if (/^\d{1,6}([.]\d{1,2})?$/.test(text) && cents > 0) return cents;
  throw new InvalidArgumentError('Enter an amount in euros, such as 49.50.');
}

/** Returns a parser for positive whole numbers and for `none`, which removes a limit. */
export function limit(max: number): (text: string) => number | 'none' {
  return (text) => {
    if (text === 'none') return text;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= 1 && value <= max) return value;
    throw new InvalidArgumentError(`Enter a whole number from 1 to ${max}, or 'none'.`);
  };
}

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Validates a time and returns it unchanged, because PostgreSQL parses it. */
export function pointInTime(text: string): string {
  if (isoTime.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError('Enter a time with an offset, such as 2026-11-20T08:00:00+01:00 or …Z.');
}

const isDay = schemaValidator('DateInput');

/** Returns a parser for a day or a time with an offset. A last day is included: it ends at the next midnight. */
export function dayOrTime(day: 'first' | 'last'): (text: string) => string {
  return (text) => {
    if (isDay(text)) return startOfGermanDay(day === 'last' ? daysAfter(text, 1) : text);
    try {
      return pointInTime(text);
    } catch {
      throw new InvalidArgumentError(
        'Enter a day such as 2027-03-29, or a time with an offset such as 2027-03-29T12:00:00+02:00.',
      );
    }
  };
}
