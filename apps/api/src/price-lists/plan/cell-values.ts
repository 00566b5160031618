import { type DecimalMark, parseDecimal } from '@pv-planning/price-list';
import { fieldTypes } from '../../contract/contract-document.ts';
import type { MaterialData } from '../../materials/material-data.ts';
import { kindOf, type MaterialType } from '../../materials/material-kinds.ts';
import type { ListedRow } from '../read-list.ts';

const yes = ['true', 'ja', 'j', 'yes', 'y', '1', 'x'];
const no = ['false', 'nein', 'n', 'no', '0'];

/** Converts the text of a cell to the field's type. Returns the text itself if that is not possible. */
function fromText(text: string, types: readonly string[], mark: DecimalMark | undefined): unknown {
  const trimmed = text.trim();
  if (types.includes('number') || types.includes('integer')) {
    const number = parseDecimal(trimmed, mark);
    return typeof number === 'object' && 'value' in number ? number.value.toNumber() : trimmed;
  }
  if (types.includes('boolean')) {
    const word = trimmed.toLowerCase();
    return yes.includes(word) ? true : no.includes(word) ? false : trimmed;
  }
  return types.includes('array') ? trimmed.split(/[,;|]/).map((part) => part.trim()) : trimmed;
}

/** Returns the data of a row, with texts of cells converted to the types of the fields. */
export function typedData(type: MaterialType, { data, isText, decimalMark }: ListedRow): MaterialData {
  if (!isText) return data;
  const types = new Map(fieldTypes(kindOf(type).schemas.data));
  const values = Object.entries(data).map(([field, value]) => [
    field,
    fromText(String(value), types.get(field) ?? [], decimalMark),
  ]);
  return Object.fromEntries(values);
}
