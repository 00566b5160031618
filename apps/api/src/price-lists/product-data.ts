import type { RowProblem } from '@pv-planning/contract';
import { parseDecimal } from '@pv-planning/price-list';
import { ApiError } from '@pv-planning/server-kit';
import { Ajv2020, type ErrorObject, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contractDocument, fieldTypes } from '../contract-document.ts';
import { contractFormats } from '../contract-formats.ts';
import { dataOf, emptyData, type MaterialData } from '../materials/material-data.ts';
import { kindOf, type MaterialType } from '../materials/material-kinds.ts';
import { requireCoherent } from '../materials/material-records.ts';
import type { ListedRow } from './read-list.ts';
import { rowProblem } from './row-problems.ts';

const validators = new Map<MaterialType, ValidateFunction>();
let ajv: Ajv2020 | undefined;

/** Checks a body that creates a product of this type, as the contract does; compiled when the first such row comes. */
function validatorOf(type: MaterialType): ValidateFunction {
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    for (const [name, format] of Object.entries(contractFormats)) ajv.addFormat(name, format as Format);
    ajv.addSchema({ $id: 'contract', components: contractDocument.components });
  }
  const known = validators.get(type);
  if (known) return known;
  const compiled = ajv.compile({ $ref: `contract#/components/schemas/${kindOf(type).singular}Create` });
  validators.set(type, compiled);
  return compiled;
}

const yes = ['true', 'ja', 'j', 'yes', 'y', '1', 'x'];
const no = ['false', 'nein', 'n', 'no', '0', ''];

/** The text of a cell as the type of its field needs it; as it is when it cannot be that. */
function fromText(text: string, types: readonly string[]): unknown {
  const written = text.trim();
  if (types.includes('number') || types.includes('integer')) {
    const number = parseDecimal(written);
    return typeof number === 'object' && 'value' in number ? number.value.toNumber() : written;
  }
  if (types.includes('boolean')) {
    const word = written.toLowerCase();
    return yes.includes(word) ? true : no.includes(word) ? false : written;
  }
  return types.includes('array') ? written.split(/\s*[,;|]\s*/) : written;
}

function typed(type: MaterialType, { data, isText }: ListedRow): MaterialData {
  if (!isText) return data;
  const types = new Map(fieldTypes(`${kindOf(type).singular}Data`));
  const values = Object.entries(data).map(([field, value]) => [
    field,
    fromText(String(value), types.get(field) ?? []),
  ]);
  return Object.fromEntries(values);
}

function problemOf({ keyword, params, instancePath, message = '' }: ErrorObject): RowProblem {
  const place = (name: string) => `${instancePath}/${name}`.slice(1, 100);
  if (keyword === 'required') return rowProblem('missing_data', place(params.missingProperty));
  if (keyword === 'additionalProperties') {
    const reason = 'is no field of products of this kind';
    return rowProblem('invalid_data', place(params.additionalProperty), { reason });
  }
  return rowProblem('invalid_data', instancePath.slice(1, 100), { reason: message });
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
  const foreign = Object.keys(data).filter((field) => !(field in fields));
  const reason = 'cannot be set by a price list for products of this kind';
  const errors = foreign.map((field) => rowProblem('invalid_data', field, { reason }));
  const validate = validatorOf(type);
  // Name and manufacturer were checked before; what is left to find is in the data.
  if (!validate({ name: '-', manufacturerId: '1', ...data })) {
    const found = (validate.errors ?? []).map(problemOf);
    errors.push(...found.filter(({ field }) => field === null || !foreign.includes(field)));
  }
  if (errors.length > 0) return { data, errors };
  const stored = dataOf(type, data);
  return { data: stored, errors: contradictionsIn(type, stored) };
}
