import { parametersOf } from '../parameters.js';
import { impliedCodes } from '../vocabulary.js';

/** `x-errors` lists codes of errors.yaml, each once, and none that follows from the shape of the operation. */
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
            else if (implied.includes(code)) complain('follows from the operation and need not be named');
            else if (named.indexOf(code) !== index) complain('is named twice');
          }
        },
      },
    },
  };
}
