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

/**
 * Whether the date and the time exist, and whether the year remains valid after conversion to UTC, so that a time from a response
 * is valid in a request.
 */
function isTime(text: string): boolean {
  const wallClock = text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return inUtc(`${wallClock}Z`).startsWith(wallClock) && /^[12]\d{3}-/.test(inUtc(text));
}

/** Returns validators of times, which are stricter than those of JSON Schema, and of the formats that limit decimal places. */
export function formatValidatorsOf(formats: Contract['formats']): FormatValidators {
  const limited = Object.values(formats).flatMap(({ format, decimals: max }) =>
    format === undefined || max === undefined ? [] : [[format, decimals(max)] as const],
  );
  return { 'date-time': { type: 'string', validate: isTime }, ...Object.fromEntries(limited) };
}
