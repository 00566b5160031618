import { parametersOf } from '../parameters.js';
import { resolved } from '../resolved.js';

const pageParameters = ['limit', 'offset', 'after', 'ids', 'sort'];
const pageFields = ['data', 'total', 'limit', 'offset'];

/** The page parameters are the same for every list; `sort` is derived from `x-sortable`. */
const sharedFiles = { limit: 'Limit.yaml', offset: 'Offset.yaml', after: 'After.yaml', ids: 'Ids.yaml' };

/**
 * A GET that lists records takes the shared `limit`, `offset`, `after` and `ids` and the derived `sort`, and returns exactly
 * `{ data, total, limit, offset }` and the header `Link`. A filter with an enumeration takes several values. A report, whose `data` are periods with their `totals`, is no list.
 */
export function listOperation() {
  return {
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          if (ctx.key !== 'get') return;
          const success = resolved(operation.responses['200'], ctx);
          const schema = resolved(success?.content?.['application/json']?.schema, ctx) ?? {};
          const { data, totals } = schema.properties ?? {};
          const isReport = totals !== undefined;
          const lists = /^list[A-Z]/.test(operation.operationId) || (data?.type === 'array' && !isReport);
          if (!lists) return;
          for (const message of parameterFaults(operation, pathItem, ctx)) {
            ctx.report({ message, location: ctx.location.child('parameters') });
          }
          if (success?.headers?.Link === undefined) {
            ctx.report({
              message: 'A list returns the header Link.',
              location: ctx.location.child(['responses', '200']),
            });
          }
          const fields = Object.keys(schema.properties ?? {}).toString();
          const required = (schema.required ?? []).toString();
          const closed = schema.additionalProperties === false;
          if (fields !== pageFields.toString() || required !== fields || !closed) {
            ctx.report({
              message: `A list returns a closed object of ${pageFields.join(', ')}, all required.`,
              location: ctx.location.child(['responses', '200']),
            });
          }
        },
      },
    },
  };
}

function parameterFaults(operation, pathItem, ctx) {
  const parameters = parametersOf(operation, pathItem, ctx);
  const names = parameters.map(({ name }) => name);
  const ofOneValue = parameters.filter(
    ({ in: place, name, schema }) =>
      place === 'query' && name !== 'include' && resolved(schema, ctx)?.enum !== undefined,
  );
  const missing = pageParameters.filter((name) => !names.includes(name));
  const foreign = Object.keys(sharedFiles).filter(
    (name) => names.includes(name) && !takesShared(name, operation, pathItem, ctx),
  );
  return [
    ...missing.map((name) => `A list takes the parameter ${name}.`),
    ...foreign.map((name) => `The ${name} of a list is components/parameters/${sharedFiles[name]}.`),
    ...ofOneValue.map(
      ({ name }) =>
        `The filter ${name} of a list takes several values: write it in the operation, not in a file of its own.`,
    ),
    ...(names.includes('sort') && operation['x-sortable'] === undefined
      ? ['The sort of a list is derived from x-sortable.']
      : []),
  ];
}

function takesShared(name, operation, pathItem, ctx) {
  return [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].some(
    (parameter) =>
      parameter.$ref !== undefined &&
      ctx
        .resolve(parameter)
        .location?.source.absoluteRef.replaceAll('\\', '/')
        .endsWith(`/components/parameters/${sharedFiles[name]}`),
  );
}
