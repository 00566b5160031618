import { parametersOf } from '../parameters.js';
import { takesHeader } from '../vocabulary.js';

/**
 * If GET of a record returns an `ETag`, it takes `If-None-Match`, PATCH and DELETE take `If-Match`, and PATCH returns the new
 * `ETag`. Without an `ETag`, a record has none of these.
 */
export function conditionalRequests() {
  return {
    Paths: {
      PathItem(pathItem, ctx) {
        const tagged = hasTag(pathItem.get);
        const takes = (method, header) => takesHeader(parametersOf(pathItem[method], pathItem, ctx), header);
        const expect = (method, holds, what) => {
          if (pathItem[method] === undefined || holds() === tagged) return;
          const fault = tagged
            ? `lacks ${what}, but the record has an ETag`
            : `has ${what}, but the record has no ETag`;
          ctx.report({
            message: `This ${method.toUpperCase()} ${fault}.`,
            location: ctx.location.child(method),
          });
        };
        expect('get', () => takes('get', 'If-None-Match'), 'If-None-Match');
        expect('patch', () => takes('patch', 'If-Match'), 'If-Match');
        expect('patch', () => hasTag(pathItem.patch), 'an ETag');
        expect('delete', () => takes('delete', 'If-Match'), 'If-Match');
      },
    },
  };
}

function hasTag(operation) {
  return Object.values(operation?.responses ?? {}).some((response) => response.headers?.ETag !== undefined);
}
