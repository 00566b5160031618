import type { FormMap } from '@pv-planning/documents';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { AdministrationError } from '../../../company/administration-error.ts';
import { messageOf, propertyValidator } from '../../../kernel/contract/contract-schemas.ts';

const text = { type: 'string', maxLength: 500 };
const primitive = { type: ['string', 'number', 'boolean'], maxLength: 500 };
const path = { path: text };
const closed = { additionalProperties: false };

const value = {
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  ...closed,
  properties: {
    ...path,
    join: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: { type: ['string', 'object'], maxLength: 500, required: ['path'], ...closed, properties: path },
    },
    const: primitive,
  },
};

/** True, or a value of the context with one condition. */
const condition = {
  type: ['boolean', 'object'],
  not: { const: false },
  required: ['path'],
  minProperties: 2,
  maxProperties: 2,
  ...closed,
  properties: {
    ...path,
    is: primitive,
    in: { type: 'array', minItems: 1, maxItems: 50, items: primitive },
    notEmpty: { const: true },
  },
};

function fieldOfType(
  types: readonly string[],
  properties: Readonly<Record<string, object>> = {},
  optional = {},
) {
  return {
    type: 'object',
    required: ['name', 'type', 'label', ...Object.keys(properties)],
    ...closed,
    properties: {
      name: text,
      type: { enum: types },
      label: text,
      required: { type: 'boolean' },
      appliesIf: condition,
      ...properties,
      ...optional,
    },
  };
}

const options = { type: 'object', minProperties: 1, maxProperties: 100, additionalProperties: text };
const format = {
  type: 'object',
  ...closed,
  properties: { decimals: { type: 'integer', minimum: 0, maximum: 6 } },
};

const ofContract = ['code', 'name', 'version', 'phase', 'appliesTo'] as const;

const schema = {
  type: 'object',
  required: ['formatVersion', ...ofContract, 'fields'],
  ...closed,
  properties: {
    formatVersion: { enum: [1] },
    ...Object.fromEntries(ofContract.map((property) => [property, {}])),
    repeat: { enum: ['unit'] },
    fields: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['type'],
        discriminator: { propertyName: 'type' },
        oneOf: [
          fieldOfType(['text'], { value }, { format }),
          fieldOfType(['check'], { when: condition }),
          fieldOfType(['radio', 'choice'], { value, options }),
          fieldOfType(['blank']),
        ],
      },
    },
  },
};

const validate = new Ajv2020({ strict: false, discriminator: true, allErrors: true }).compile<FormMap>(
  schema,
);

const maxProblems = 20;

/** Returns the error of a map with these problems. */
export function invalidMap(problems: readonly string[]): AdministrationError {
  const more = problems.length - maxProblems;
  const listed = [...problems.slice(0, maxProblems), ...(more > 0 ? [`${more} more`] : [])];
  return new AdministrationError('invalid_map', `The map cannot be used:\n- ${listed.join('\n- ')}`);
}

/** JSON Pointer of an error in the map; ends with the missing or unknown key. */
function placeOf({ instancePath, params }: ErrorObject): string {
  const key = params.missingProperty ?? params.additionalProperty;
  return key === undefined ? instancePath : `${instancePath}/${key}`;
}

/**
 * Checks the form of a map. Whether it fits a template is checked with the template.
 *
 * @throws {AdministrationError} `invalid_map`
 */
export function readFormMap(map: unknown): FormMap {
  if (!validate(map)) {
    const errors = validate.errors ?? [];
    throw invalidMap(errors.map((error) => `${placeOf(error)} ${messageOf(error)}`.trim()));
  }
  const problems = ofContract.flatMap((property) => {
    const validateProperty = propertyValidator('GridOperatorForm', property);
    if (validateProperty(map[property])) return [];
    return (validateProperty.errors ?? []).map((error) => `/${property} ${messageOf(error)}`);
  });
  if (problems.length > 0) throw invalidMap(problems);
  return map;
}
