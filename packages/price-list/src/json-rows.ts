import { Big } from 'big.js';
import {
  checkRow,
  type NumberField,
  numberFields,
  type RawRow,
  type StatedText,
  statedTexts,
} from './check-row.ts';
import { parseDecimal } from './decimal.ts';
import { problem } from './problem.ts';
import type { PriceListFailure, PriceListRow } from './row.ts';

/** A row from a company's own system. Prices are for `priceQuantity` units (default 1). Null means absent. */
export type JsonRow = {
  readonly [field in StatedText]?: string | null | undefined;
} & {
  readonly [field in NumberField]?: number | string | null | undefined;
};

function exact(value: unknown): Big | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? new Big(value) : undefined;
  const parsed = typeof value === 'string' ? parseDecimal(value, '.') : 'invalid';
  return typeof parsed === 'object' && 'value' in parsed ? parsed.value : undefined;
}

/** Converts JSON rows to price list rows; `line` is the row number, counted from 1. Never throws, even for invalid input. */
export function* readRows(rows: Iterable<JsonRow>): Generator<PriceListRow | PriceListFailure> {
  let line = 0;
  for (const row of rows) {
    line += 1;
    const fields: Partial<Record<string, unknown>> = typeof row === 'object' && row !== null ? row : {};
    const raw: RawRow = { file: null, line, action: 'UPSERT', texts: {}, errors: [], warnings: [] };
    for (const field of statedTexts) {
      const value = fields[field];
      if (typeof value === 'string') raw.texts[field] = value;
      else if (value !== undefined && value !== null) raw.errors.push(problem('invalid_text', field));
    }
    for (const field of numberFields) {
      const value = fields[field];
      if (value === undefined || value === null) continue;
      const number = exact(value);
      if (number) raw[field] = number;
      else raw.errors.push(problem('invalid_number', field, { value: String(JSON.stringify(value)) }));
    }
    yield checkRow(raw);
  }
}
