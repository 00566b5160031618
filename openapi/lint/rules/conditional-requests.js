import { parametersOf } from '../parameters.js';
import { takesHeader } from '../vocabulary.js';

/**
 * A record whose GET answers with an `ETag` takes `If-None-Match` there and `If-Match` on PATCH and DELETE, and its PATCH
 * answers with the new `ETag`. Where there is no `ETag`, none of the others is either.
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
