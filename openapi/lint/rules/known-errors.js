import { parametersOf } from '../parameters.js';
import { errors, impliedCodes } from '../vocabulary.js';

/** `x-errors` names codes of errors.yaml, each once, and none that follows from the shape of the operation. */
export function knownErrors() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          const implied = impliedCodes(operation, parametersOf(operation, pathItem, ctx));
          const named = operation['x-errors'] ?? [];
          for (const [index, code] of named.entries()) {
            const complain = (fault) =>
              ctx.report({ message: `${code} ${fault}.`, location: ctx.location.child(['x-errors', index]) });
            if (!(code in errors)) complain('is not in errors.yaml');
            else if (implied.includes(code)) complain('follows from the operation and need not be named');
            else if (named.indexOf(code) !== index) complain('is named twice');
          }
        },
      },
    },
  };
}
