import { parametersOf } from '../parameters.js';
import { resolved } from '../resolved.js';

const pageParameters = ['limit', 'offset', 'sort'];
const pageFields = ['data', 'total', 'limit', 'offset'];

/** A GET that lists records takes `limit`, `offset` and `sort`, and answers with exactly `{ data, total, limit, offset }`. */
export function listOperation() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          if (ctx.key !== 'get') return;
          const success = resolved(operation.responses['200'], ctx);
          const schema = resolved(success?.content?.['application/json']?.schema, ctx) ?? {};
          const lists = /^list[A-Z]/.test(operation.operationId) || schema.properties?.data?.type === 'array';
          if (!lists) return;
          const names = parametersOf(operation, pathItem, ctx).map(({ name }) => name);
          for (const name of pageParameters.filter((parameter) => !names.includes(parameter))) {
            ctx.report({
              message: `A list takes the parameter ${name}.`,
              location: ctx.location.child('parameters'),
            });
          }
          const fields = Object.keys(schema.properties ?? {}).toString();
          const required = (schema.required ?? []).toString();
          const closed = schema.additionalProperties === false;
          if (fields !== pageFields.toString() || required !== fields || !closed) {
            ctx.report({
              message: `A list answers with a closed object of ${pageFields.join(', ')}, all required.`,
              location: ctx.location.child(['responses', '200']),
            });
          }
        },
      },
    },
  };
}
