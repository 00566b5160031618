import { germanDay, germanNumber } from '../german.ts';

/** The type of a value of the context. */
export interface ValueType {
  kind: 'text' | 'number' | 'boolean' | 'day' | 'code';
  /** Decimal places that are printed; as many as needed, at most three, if absent. */
  decimals?: number;
  /** The values of a code, which forms translate. */
  values?: readonly string[];
}

/** How a form prints a value. */
export interface ValueFormat {
  /** Decimal places of a number. */
  decimals?: number;
}

export type ContextPrimitive = string | number | boolean;

/** Returns a value as text; null if it is empty. */
export function printedValue(
  value: ContextPrimitive | null,
  { kind, decimals: usual }: Partial<ValueType>,
  { decimals = usual }: ValueFormat,
): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  if (typeof value === 'number') return germanNumber(value, decimals);
  return kind === 'day' ? germanDay(value) : value;
}
