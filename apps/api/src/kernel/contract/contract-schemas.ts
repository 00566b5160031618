import { formats } from '@pv-planning/contract';
import { ruleMessages } from '@pv-planning/server-kit';
import { Ajv2020, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contractDocument, type SchemaName } from './contract-document.ts';
import { formatValidators } from './format-validators.ts';

let ajv: Ajv2020 | undefined;

/**
 * Returns the schemas of the contract, which are compiled on first use. Validation stops at the first error, because data can be
 * large.
 */
function contractSchemas(): Ajv2020 {
  if (ajv) return ajv;
  ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const [name, format] of Object.entries(formatValidators)) ajv.addFormat(name, format as Format);
  ajv.addSchema({ $id: 'contract', components: contractDocument.components });
  return ajv;
}

/** Returns the API's message for a violated rule. */
export const messageOf = ruleMessages(formats);

function validatorAt(path: string): ValidateFunction {
  const validate = contractSchemas().getSchema(`contract#/components/schemas/${path}`);
  if (!validate) throw new Error(`The contract has no schema ${path}.`);
  return validate;
}

export function schemaValidator(schema: SchemaName): ValidateFunction {
  return validatorAt(schema);
}

/** Returns a validator for one property of a schema. */
export function propertyValidator(schema: string, property: string): ValidateFunction {
  return validatorAt(`${schema}/properties/${property}`);
}
