import { parametersOf } from '../parameters.js';
import { isReadOnly, takesHeader, takesRawBody } from '../vocabulary.js';

/**
 * Every POST and PATCH takes `Idempotency-Key`, so that clients can retry it, unless it needs a `read:` scope or takes a raw body from a
 * service. A PATCH without one is safe to repeat, but with `If-Match` it conflicts with itself.
 */
export function idempotencyKey() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          const takes = takesHeader(parametersOf(operation, pathItem, ctx), 'Idempotency-Key');
          const should =
            ['post', 'patch'].includes(ctx.key) && !isReadOnly(operation) && !takesRawBody(operation);
          if (takes === should) return;
          const message = should
            ? 'A POST or PATCH takes Idempotency-Key, unless it needs a read: scope or takes a raw body.'
            : 'Only a POST or PATCH that needs no read: scope and takes no raw body takes Idempotency-Key.';
          ctx.report({ message, location: ctx.location });
        },
      },
    },
  };
}
