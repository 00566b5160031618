import { takesRawBody } from './vocabulary.js';

const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

/**
 * All schemas within a schema, itself first, references resolved, each once. Redocly's own visitors see only the outermost
 * schema below another node.
 * @returns {{schema: object, location: object}[]}
 */
function schemasOf(node, location, ctx, seen = new Set()) {
  if (typeof node !== 'object' || node === null) return [];
  if (node.$ref !== undefined) {
    const target = ctx.resolve(node, location.source.absoluteRef);
    return schemasOf(target.node, target.location, ctx, seen);
  }
  if (seen.has(node)) return [];
  seen.add(node);
  const parts = [
    ...Object.keys(node.properties ?? {}).map((name) => ['properties', name]),
    ...lists.flatMap((keyword) => (node[keyword] ?? []).map((_, index) => [keyword, index])),
    ...['items', 'additionalProperties'].map((keyword) => [keyword]),
  ];
  return [
    { schema: node, location },
    ...parts.flatMap((path) =>
      schemasOf(
        path.reduce((part, key) => part?.[key], node),
        location.child(path),
        ctx,
        seen,
      ),
    ),
  ];
}

/** Visits every schema of the request bodies. Raw bodies are defined by the services that send them. */
export function requestSchemas(visit) {
  return {
    Paths: {
      PathItem: {
        Operation: {
          RequestBody(body, ctx, { Operation: operation }) {
            if (takesRawBody(operation)) return;
            for (const mediaType of Object.keys(body.content ?? {})) {
              const location = ctx.location.child(['content', mediaType, 'schema']);
              for (const { schema, location: schemaLocation } of schemasOf(
                body.content[mediaType].schema,
                location,
                ctx,
              )) {
                visit(schema, { report: ctx.report, location: schemaLocation });
              }
            }
          },
        },
      },
    },
  };
}
