import { parametersOf } from '../parameters.js';
import { takesHeader } from '../vocabulary.js';

/** A POST that changes something takes `Idempotency-Key`, so that it can be sent again; nothing else does. */
export function idempotencyKey() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          const takes = takesHeader(parametersOf(operation, pathItem, ctx), 'Idempotency-Key');
          const should = ctx.key === 'post' && operation['x-read-only'] !== true;
          if (takes === should) return;
          const message = should
            ? 'A POST takes Idempotency-Key, unless it is x-read-only.'
            : 'Only a POST that changes something takes Idempotency-Key.';
          ctx.report({ message, location: ctx.location });
        },
      },
    },
  };
}
