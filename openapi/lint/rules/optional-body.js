import { resolved } from '../resolved.js';

const demands = ['required', 'minProperties', 'allOf', 'anyOf', 'oneOf'];

/** A body says whether it is required. Only that of a POST can be absent, which is the same as `{}`: its schema demands nothing. */
export function optionalBody() {
  return {
    Paths: {
      PathItem: {
        Operation({ requestBody }, ctx) {
          if (requestBody === undefined || requestBody.required === true) return;
          const schema = resolved(requestBody.content?.['application/json']?.schema, ctx);
          const allowsNothing =
            schema?.type === 'object' && demands.every((keyword) => schema[keyword] === undefined);
          if (requestBody.required === false && ctx.key === 'post' && allowsNothing) return;
          ctx.report({
            message:
              'A body needs `required: true`; that of a POST can have `required: false` if all fields of the object are optional.',
            location: ctx.location.child('requestBody'),
          });
        },
      },
    },
  };
}
