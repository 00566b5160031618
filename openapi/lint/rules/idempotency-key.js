import { parametersOf } from '../parameters.js';
import { isReadOnly, takesHeader, takesRawBody } from '../vocabulary.js';

/** Every POST takes `Idempotency-Key`, so that clients can retry it, unless it needs a `read:` scope or takes a raw body from a service. */
export function idempotencyKey() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          const takes = takesHeader(parametersOf(operation, pathItem, ctx), 'Idempotency-Key');
          const should = ctx.key === 'post' && !isReadOnly(operation) && !takesRawBody(operation);
          if (takes === should) return;
          const message = should
            ? 'A POST takes Idempotency-Key, unless it needs a read: scope or takes a raw body.'
            : 'Only a POST that needs no read: scope and takes no raw body takes Idempotency-Key.';
          ctx.report({ message, location: ctx.location });
        },
      },
    },
  };
}
