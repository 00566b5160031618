import { dirname } from 'node:path';
import { parametersOf } from '../parameters.js';
import { codesOf } from '../vocabulary.js';
import { completeOperation } from './complete-operation.js';
import { composedExample } from './composed-example.js';
import { errorResponses } from './error-responses.js';
import { eventSchemas } from './event-schemas.js';
import { addFields, requireAll } from './fields-of.js';
import { writeForm } from './form.js';
import { guideText } from './guide-text.js';
import { reference } from './reference.js';

/**
 * Writes into the document what follows from its own words, before it is linted and before it is bundled:
 *
 * - the `sort` parameter of a list, from `x-sortable`
 * - the error responses of an operation, from its shape and its `x-errors`
 * - the headers that every answer has, and `Location` where `x-read-by` says how a new record is read
 * - the union and the enumeration of all events, from `webhooks`
 * - the fields of a change, from those of the creation, by `x-fields-of`
 * - all fields of a record as required, by `x-required: all`
 * - the format and the pattern of a schema, from `x-form`
 * - the guides as descriptions of tags, from `x-guide`
 * - examples made of other examples
 *
 * Everything is written on leaving a node, so that the walk under way meets no reference that is not resolved yet.
 */
export function deriveContract() {
  const events = eventSchemas();
  const operations = [];
  let root;
  let rootFile;
  return {
    Root: {
      enter(document, ctx) {
        root = document;
        rootFile = ctx.location.source.absoluteRef;
      },
      leave() {
        events.complete();
        for (const tag of root.tags) {
          if (tag['x-guide'] !== undefined)
            tag.description = guideText(tag['x-guide'], dirname(rootFile), operations);
          delete tag['x-guide'];
        }
      },
    },
    Paths: {
      PathItem: {
        Operation: {
          leave(operation, ctx, { PathItem: pathItem }) {
            const file = ctx.location.source.absoluteRef;
            const parameters = parametersOf(operation, pathItem, ctx);
            const errors = errorResponses(codesOf(operation, parameters));
            root.components.responses = { ...root.components.responses, ...errors.components };
            completeOperation(operation, {
              parameters,
              errors: errors.names,
              componentsFolder: reference(file, dirname(rootFile), 'components'),
              rootComponents: `${reference(file, rootFile)}#/components`,
            });
            operations.push(operation);
          },
        },
      },
    },
    WebhooksMap: {
      PathItem: {
        leave(pathItem, ctx) {
          events.add(String(ctx.key), pathItem, ctx.location.source.absoluteRef);
        },
      },
    },
    Schema: {
      leave(schema, ctx) {
        events.noteSchema(schema, ctx.location.source.absoluteRef);
        addFields(schema, ctx.location.source.absoluteRef);
        requireAll(schema);
        writeForm(schema);
      },
    },
    Example: {
      leave(example, ctx) {
        example.value = composedExample(example.value, ctx.location.source.absoluteRef);
      },
    },
  };
}
