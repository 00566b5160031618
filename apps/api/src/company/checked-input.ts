import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { messageOf } from '../kernel/contract/contract-schemas.ts';
import { AdministrationError } from './administration-error.ts';

/**
 * Returns a function that checks the content of a file against a JSON schema, for content that the contract does not define.
 *
 * @param schema `says` describes a pattern or `minProperties`, such as `must be HH:MM`
 * @throws {AdministrationError} that names the first place with an unknown field or an invalid value
 */
export function inputCheck<Input>(schema: object): (input: unknown) => Input {
  const ajv = new Ajv2020({ strict: false, verbose: true });
  addFormats.default(ajv);
  const validate = ajv.compile<Input>(schema);
  return (input) => {
    if (validate(input)) return input;
    const [error] = validate.errors ?? [];
    if (!error) throw new Error('The validator reports no error.');
    const { instancePath, keyword, params, parentSchema } = error;
    const field = params.additionalProperty ?? params.missingProperty;
    const place = `${instancePath}${field === undefined ? '' : `/${field}`}`.replace(/^\//, '');
    const problem = keyword === 'additionalProperties' ? 'is not a field' : messageOf(error);
    const says = keyword === 'pattern' || keyword === 'minProperties' ? parentSchema?.says : undefined;
    throw new AdministrationError('invalid_fields', `${place || 'The file'} ${says ?? problem}.`);
  };
}
