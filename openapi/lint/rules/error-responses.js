import { parametersOf } from '../parameters.js';
import { resolved } from '../resolved.js';
import { codesOf } from '../vocabulary.js';

/** An operation declares exactly the error responses of the codes it can return: one per status, with all codes of it. */
export function errorResponses(vocabulary) {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          const location = ctx.location.child('responses');
          const codes = codesOf(vocabulary, operation, parametersOf(operation, pathItem, ctx));
          const expected = Object.groupBy(codes, (code) => vocabulary.errors[code].status);
          for (const [status, ofStatus] of Object.entries(expected)) {
            const declared = codesIn(operation.responses[status], ctx);
            const missing = ofStatus.filter((code) => !declared.includes(code));
            if (missing.length > 0)
              ctx.report({ message: `Status ${status} lacks ${missing.join(', ')}.`, location });
          }
          const surplus = Object.keys(operation.responses).filter(
            (status) => !/^[23]/.test(status) && !(status in expected),
          );
          for (const status of surplus) {
            ctx.report({ message: `No error code of this operation has the status ${status}.`, location });
          }
        },
      },
    },
  };
}

function codesIn(response, ctx) {
  const schema = resolved(response, ctx)?.content?.['application/json']?.schema;
  return schema?.properties?.error?.enum ?? [];
}
