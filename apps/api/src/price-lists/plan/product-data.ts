import type { RowProblem } from '@pv-planning/contract';
import { type DecimalMark, parseDecimal, problem } from '@pv-planning/price-list';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { messageOf, propertyValidator } from '../../contract/contract-schemas.ts';
import { dataOf, emptyData, type MaterialData, requiredToCreate } from '../../materials/material-data.ts';
import { kindOf, type MaterialType } from '../../materials/material-kinds.ts';
import { contradictionsIn } from '../../materials/material-records.ts';
import type { ListedRow } from '../read-list.ts';
import { typedData } from './cell-values.ts';
import { rowProblem } from './row-problems.ts';

/** Returns the first problem with a field of a new product. */
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
  const validate = propertyValidator(kindOf(type).schemas.create, field);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  if (!error) return undefined;
  const isUnreadNumber = isText && typeof value === 'string' && error.keyword === 'type';
  return (isUnreadNumber ? ambiguity(field, value, decimalMark) : undefined) ?? problemOf(error, field);
}

/** Returns a problem if the text is an ambiguous number, which was therefore not converted. */
function ambiguity(field: string, text: string, mark: DecimalMark | undefined): RowProblem | undefined {
  const number = parseDecimal(text, mark);
  if (typeof number !== 'object' || !('ambiguous' in number)) return undefined;
  const [first, second] = number.ambiguous;
  return problem('ambiguous_number', field, { first, second });
}

function problemOf(error: ErrorObject, field: string): RowProblem {
  const { keyword, params, instancePath } = error;
  const path = (...names: string[]) => [`${field}${instancePath}`, ...names].join('/');
  if (keyword === 'required') return rowProblem('missing_data', path(params.missingProperty));
  if (keyword === 'additionalProperties') {
    const reason = 'is not a field of products of this kind';
    return rowProblem('invalid_data', path(params.additionalProperty), { reason });
  }
  const reason = keyword === 'enum' ? `must be one of ${oneOf(params.allowedValues)}` : messageOf(error);
  return rowProblem('invalid_data', path(), { reason });
}

function oneOf(values: unknown[]): string {
  return values.filter((value) => value !== null).join(', ');
}

export interface CheckedData {
  data: MaterialData;
  errors: RowProblem[];
}

/** Returns the data of a row for a new product of this type, and its errors. */
export function checkedData(type: MaterialType, row: ListedRow): CheckedData {
  const fields = emptyData(type);
  const data = typedData(type, row);
  const missing = requiredToCreate(type).filter(
    (field) => Object.hasOwn(fields, field) && !Object.hasOwn(data, field),
  );
  const errors = [
    ...missing.map((field) => rowProblem('missing_data', field)),
    ...Object.entries(data).flatMap(([field, value]) => fieldProblem(type, field, value, row) ?? []),
  ];
  if (errors.length > 0) return { data, errors };
  const stored = dataOf(type, data);
  const contradictions = contradictionsIn(type, stored).map(({ path, message }) =>
    rowProblem('contradiction', path.slice(1), { reason: message }),
  );
  return { data: stored, errors: contradictions };
}
