import { forms } from '@pv-planning/contract';
import { ruleWords } from '@pv-planning/server-kit';
import { Ajv2020, type Format, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contractDocument } from './contract-document.ts';
import { contractFormats } from './contract-formats.ts';

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

/** What a value breaks that one of these validators refuses, as the API says it. */
export const inWords = ruleWords(forms);

/** Tells whether a value is one of a property, as a schema of the contract has it. */
export function propertyValidator(schema: string, property: string): ValidateFunction {
  const validate = contractSchemas().getSchema(
    `contract#/components/schemas/${schema}/properties/${property}`,
  );
  if (!validate) throw new Error(`The contract has no ${property} in ${schema}.`);
  return validate;
}
