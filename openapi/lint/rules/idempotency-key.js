import { parametersOf } from '../parameters.js';
import { takesHeader } from '../vocabulary.js';

/** Every POST takes `Idempotency-Key`, so that clients can retry it, unless it is `x-read-only` or takes a raw body from a service. */
export function idempotencyKey() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          const takes = takesHeader(parametersOf(operation, pathItem, ctx), 'Idempotency-Key');
          const should =
            ctx.key === 'post' && operation['x-read-only'] !== true && operation['x-raw-body'] !== true;
          if (takes === should) return;
          const message = should
            ? 'A POST takes Idempotency-Key, unless it is x-read-only or takes an x-raw-body.'
            : 'Only a POST that is neither x-read-only nor takes an x-raw-body takes Idempotency-Key.';
          ctx.report({ message, location: ctx.location });
        },
      },
    },
  };
}
