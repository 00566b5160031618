import { parametersOf } from '../parameters.js';
import { impliedCodes } from '../vocabulary.js';

/** `x-errors` lists codes of errors.yaml, each once, and none that the operation implies. */
export function knownErrors(vocabulary) {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          const implied = impliedCodes(vocabulary, operation, parametersOf(operation, pathItem, ctx));
          const named = operation['x-errors'] ?? [];
          for (const [index, code] of named.entries()) {
            const complain = (fault) =>
              ctx.report({ message: `${code} ${fault}.`, location: ctx.location.child(['x-errors', index]) });
            if (!(code in vocabulary.errors)) complain('is not in errors.yaml');
            else if (implied.includes(code)) complain('is implied by the operation and must not be listed');
            else if (named.indexOf(code) !== index) complain('is listed twice');
          }
        },
      },
    },
  };
}
