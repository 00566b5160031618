import type {
  AddressInputOrNull,
  BookingType,
  Company,
  ElectricalContractor,
  GridOperator,
  Member,
  Site,
} from '@pv-planning/contract';
import { fieldNames } from '../kernel/contract/contract-document.ts';
import { messageOf, propertyValidator, schemaValidator } from '../kernel/contract/contract-schemas.ts';
import { AdministrationError } from './administration-error.ts';

interface Records {
  Company: Company;
  Site: Site;
  Member: Member;
  BookingType: BookingType;
  GridOperator: GridOperator;
  ElectricalContractor: ElectricalContractor;
}

/** The fields that cannot be set. */
const fixedFields = {
  Company: ['id', 'currency', 'timeZone', 'createdAt', 'updatedAt'],
  Site: ['id', 'createdAt', 'updatedAt'],
  Member: ['id', 'name', 'createdAt', 'updatedAt'],
  BookingType: ['id', 'slug', 'currency', 'bookable', 'createdAt', 'updatedAt'],
  GridOperator: ['id', 'documents', 'createdAt', 'updatedAt'],
  ElectricalContractor: ['id', 'createdAt', 'updatedAt'],
} as const satisfies { [Schema in keyof Records]: readonly (keyof Records[Schema])[] };

type FixedField<Schema extends keyof Records> = (typeof fixedFields)[Schema][number];

/** The fields of a record to change. Absent ones are unchanged, null clears one. */
export type RecordPatch<Schema extends keyof Records> = {
  [Field in Exclude<keyof Records[Schema], FixedField<Schema>>]?: Field extends 'address'
    ? AddressInputOrNull
    : Records[Schema][Field];
};

function fieldsOf(schema: keyof Records): string[] {
  const fixed: readonly string[] = fixedFields[schema];
  return fieldNames(schema).filter((field) => !fixed.includes(field));
}

function problemWith(schema: keyof Records, field: string, value: unknown): string | undefined {
  if (!fieldsOf(schema).includes(field)) {
    const isFixed = fieldNames(schema).includes(field);
    return `${field} ${isFixed ? 'cannot be changed' : 'is not a field'}`;
  }
  const validate =
    field === 'address' ? schemaValidator('AddressInputOrNull') : propertyValidator(schema, field);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  if (!error) throw new Error(`The validator of ${schema}.${field} reports no error.`);
  const { instancePath, keyword, params } = error;
  const member = params.additionalProperty ?? params.missingProperty;
  const path = `${field}${instancePath}${member === undefined ? '' : `/${member}`}`;
  return `${path} ${keyword === 'additionalProperties' ? 'is not a field' : messageOf(error)}`;
}

/**
 * Checks a merge patch of a record against the contract: each value against the schema of its field.
 *
 * @throws {AdministrationError} that names every field that is unknown, cannot be changed or has an invalid value
 */
export function recordPatch<Schema extends keyof Records>(
  schema: Schema,
  patch: unknown,
): RecordPatch<Schema> {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch))
    throw new AdministrationError('invalid_fields', 'The JSON must be an object with the fields to change.');
  const problems = Object.entries(patch).flatMap(([field, value]) => problemWith(schema, field, value) ?? []);
  if (problems.length === 0) return patch;
  const fields = fieldsOf(schema).join(', ');
  const noun = schema.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase();
  throw new AdministrationError(
    'invalid_fields',
    `These fields are invalid: ${problems.join('; ')}. A ${noun} has the fields ${fields}.`,
  );
}
