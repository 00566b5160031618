import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { invalidRequest } from '../provider/provider-error.ts';

// Forms have texts only.
const ajv = new Ajv({ coerceTypes: true, strict: false });

type Schema = Readonly<Record<string, unknown>>;

/** Schemas by parameter. A name that the SDK's parameters do not have does not compile. */
type Schemas<Params> = { readonly [Name in keyof Params]?: Schema };

export const text = { type: 'string', minLength: 1, maxLength: 5000 };
export const flag = { type: 'boolean' };
export const count = { type: 'integer', minimum: 0 };
/** Bounds of the provider: 50 keys of 40 characters, values of 500. */
export const metadata = {
  type: 'object',
  maxProperties: 50,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 500 },
};

export function object<Params>(
  properties: Schemas<Params>,
  required: readonly (keyof Params & string)[] = [],
): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

export interface Parameters<Params> {
  validate: ValidateFunction<Params>;
}

/** The parameters of an operation. All operations have `expand`. */
export function parameters<Params>(
  properties: Schemas<Params>,
  required: readonly (keyof Params & string)[] = [],
): Parameters<Params> {
  const expand = { type: 'array', items: { type: 'string' } };
  return { validate: ajv.compile<Params>(object({ expand, ...properties }, required as never[])) };
}

/** `/line_items/0/quantity` as the provider writes it: `line_items[0][quantity]`. */
function parameterName(path: string): string {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '');
  return first + rest.map((part) => `[${part}]`).join('');
}

function refusal({ instancePath, keyword, params, message }: ErrorObject) {
  if (keyword === 'additionalProperties') {
    const param = parameterName(`${instancePath}/${params.additionalProperty}`);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  if (keyword === 'required') {
    const param = parameterName(`${instancePath}/${params.missingProperty}`);
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const param = parameterName(instancePath);
  return invalidRequest(`Invalid ${param}: ${message}`, { param });
}

/** Returns the parameters with their types, or refuses them as the provider does. */
export function checkParameters<Params>({ validate }: Parameters<Params>, given: unknown): Params {
  const candidate = structuredClone(given);
  if (validate(candidate)) return candidate;
  const [error] = validate.errors ?? [];
  throw error ? refusal(error) : new Error('The validator reports no error.');
}
