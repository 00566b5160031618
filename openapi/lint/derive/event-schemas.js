import { dirname, join } from 'node:path';
import { reference } from './reference.js';

/**
 * Completes the schemas that list every event, from the `webhooks` of the document: `x-derived: every-event` becomes the
 * union of the event bodies, `x-derived: every-event-type` the enumeration of their names.
 */
export function eventSchemas() {
  const bodies = {};
  const marked = [];
  return {
    add(name, { post }, file) {
      bodies[name] = join(dirname(file), post.requestBody.content['application/json'].schema.$ref);
    },
    noteSchema(schema, file) {
      if (schema['x-derived'] !== undefined) marked.push({ schema, file });
    },
    complete() {
      for (const { schema, file } of marked) {
        Object.assign(
          schema,
          schema['x-derived'] === 'every-event' ? union(bodies, file) : { enum: Object.keys(bodies) },
        );
        delete schema['x-derived'];
      }
    },
  };
}

function union(bodies, file) {
  const mapping = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [name, reference(file, body)]),
  );
  return {
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  };
}
