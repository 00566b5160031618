import type { RowProblem } from '@pv-planning/contract';
import { type DecimalMark, parseDecimal, problem } from '@pv-planning/price-list';
import { ApiError } from '@pv-planning/server-kit';
import { Ajv2020, type ErrorObject, type Format } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contractDocument, fieldTypes } from '../contract-document.ts';
import { contractFormats } from '../contract-formats.ts';
import { dataOf, emptyData, type MaterialData, requiredToCreate } from '../materials/material-data.ts';
import { kindOf, type MaterialType } from '../materials/material-kinds.ts';
import { requireCoherent } from '../materials/material-records.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

let ajv: Ajv2020 | undefined;

/** The schemas of the contract, each compiled when it is first needed. They stop at the first error: data can be of any size. */
function contractSchemas(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(contractFormats)) ajv.addFormat(name, format as Format);
  ajv.addSchema({ $id: 'contract', components: contractDocument.components });
  return ajv;
}

/** What is wrong with a field as a new product of this type has it: the first thing, or nothing. */
function fieldProblem(
  type: MaterialType,
  field: string,
  value: unknown,
  { isText, decimalMark }: ListedRow,
): RowProblem | undefined {
  if (!Object.hasOwn(emptyData(type), field)) {
    const reason = 'cannot be set by a price list for products of this kind';
    return rowProblem('invalid_data', field, { reason });
  }
  const schema = `${kindOf(type).singular}Create`;
  const validate = contractSchemas().getSchema(`contract#/components/schemas/${schema}/properties/${field}`);
  if (!validate) throw new Error(`The contract has no ${field} in ${schema}.`);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  if (!error) return undefined;
  const isUnread = isText && typeof value === 'string' && error.keyword === 'type';
  return (isUnread ? ambiguity(field, value, decimalMark) : undefined) ?? problemOf(error, field);
}

const yes = ['true', 'ja', 'j', 'yes', 'y', '1', 'x'];
const no = ['false', 'nein', 'n', 'no', '0', ''];

/** The text of a cell as the type of its field needs it; as it is when it cannot be that. */
function fromText(text: string, types: readonly string[], mark: DecimalMark | undefined): unknown {
  const written = text.trim();
  if (types.includes('number') || types.includes('integer')) {
    const number = parseDecimal(written, mark);
    return typeof number === 'object' && 'value' in number ? number.value.toNumber() : written;
  }
  if (types.includes('boolean')) {
    const word = written.toLowerCase();
    return yes.includes(word) ? true : no.includes(word) ? false : written;
  }
  return types.includes('array') ? written.split(/[,;|]/).map((part) => part.trim()) : written;
}

/** Of a number that was left a text, as it can be read in two ways. */
function ambiguity(field: string, text: string, mark: DecimalMark | undefined): RowProblem | undefined {
  const number = parseDecimal(text, mark);
  if (typeof number !== 'object' || !('ambiguous' in number)) return undefined;
  const [first, second] = number.ambiguous;
  return problem('ambiguous_number', field, { first, second });
}

function typed(type: MaterialType, { data, isText, decimalMark }: ListedRow): MaterialData {
  if (!isText) return data;
  const types = new Map(fieldTypes(`${kindOf(type).singular}Data`));
  const values = Object.entries(data).map(([field, value]) => [
    field,
    fromText(String(value), types.get(field) ?? [], decimalMark),
  ]);
  return Object.fromEntries(values);
}

function problemOf({ keyword, params, instancePath, message = '' }: ErrorObject, field: string): RowProblem {
  const place = (...names: string[]) => [`${field}${instancePath}`, ...names].join('/').slice(0, 100);
  if (keyword === 'required') return rowProblem('missing_data', place(params.missingProperty));
  if (keyword === 'additionalProperties') {
    const reason = 'is no field of products of this kind';
    return rowProblem('invalid_data', place(params.additionalProperty), { reason });
  }
  const reason = keyword === 'enum' ? `must be one of ${oneOf(params.allowedValues)}` : message;
  return rowProblem('invalid_data', place(), { reason });
}

function oneOf(values: unknown[]): string {
  return values.filter((value) => value !== null).join(', ');
}

function contradictionsIn(type: MaterialType, data: MaterialData): RowProblem[] {
  try {
    requireCoherent(type, data);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.details ?? []).map(({ path, message }) =>
      rowProblem('contradiction', path.slice(1), { reason: message }),
    );
  }
}

export interface CheckedData {
  data: MaterialData;
  errors: RowProblem[];
}

/** What only products of this type have, out of a row, and whether a new product could be made with it. */
export function checkedData(type: MaterialType, row: ListedRow): CheckedData {
  const fields = emptyData(type);
  const data = typed(type, row);
  const missing = requiredToCreate(type).filter(
    (field) => Object.hasOwn(fields, field) && !Object.hasOwn(data, field),
  );
  const errors = [
    ...missing.map((field) => rowProblem('missing_data', field)),
    ...Object.entries(data).flatMap(([field, value]) => fieldProblem(type, field, value, row) ?? []),
  ];
  if (errors.length > 0) return { data, errors };
  const stored = dataOf(type, data);
  return { data: stored, errors: contradictionsIn(type, stored) };
}
