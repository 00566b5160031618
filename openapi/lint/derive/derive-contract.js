import { dirname, relative } from 'node:path';
import { parametersOf } from '../parameters.js';
import { codesOf, takesHeader } from '../vocabulary.js';
import { errorResponses } from './error-responses.js';
import { successHeaders } from './headers.js';
import { sortParameter } from './sort-parameter.js';

/**
 * Writes into the document what follows from its own words, before it is linted and before it is bundled: the `sort`
 * parameter from `x-sortable`, the error responses from the shape of each operation and its `x-errors`, the headers that
 * every answer has.
 */
export function deriveContract() {
  let root;
  let rootFile;
  return {
    Root: {
      enter(document, ctx) {
        root = document;
        rootFile = ctx.location.source.absoluteRef;
        root.components ??= {};
        root.components.responses ??= {};
      },
    },
    Paths: {
      PathItem: {
        Operation: {
          // On leave, so that the walk under way does not meet references it has not resolved.
          leave(operation, ctx, { PathItem: pathItem }) {
            const toRoot = relative(dirname(ctx.location.source.absoluteRef), rootFile);
            const parameters = parametersOf(operation, pathItem, ctx);
            const { names, components } = errorResponses(codesOf(operation, parameters));
            Object.assign(root.components.responses, components);
            for (const response of Object.values(operation.responses)) {
              response.headers = { ...response.headers, ...successHeaders(dirname(toRoot), parameters) };
            }
            if (takesHeader(parameters, 'If-None-Match')) {
              operation.responses['304'] = {
                $ref: `${dirname(toRoot)}/components/responses/NotModified.yaml`,
              };
            }
            for (const [status, name] of Object.entries(names)) {
              operation.responses[status] = { $ref: `${toRoot}#/components/responses/${name}` };
            }
            if (operation['x-sortable'] !== undefined) {
              operation.parameters = [
                ...(operation.parameters ?? []),
                sortParameter(operation['x-sortable']),
              ];
            }
          },
        },
      },
    },
  };
}
