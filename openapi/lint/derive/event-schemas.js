import { fileOf, reference } from './files.js';

/**
 * Derives the schemas of all events from the `webhooks` of the document: `x-derived: every-event` becomes the union of the
 * event bodies, `x-derived: every-event-type` the enumeration of their names.
 */
export function eventSchemas() {
  const bodies = {};
  const derived = {
    'every-event': (file) => union(bodies, file),
    'every-event-type': () => ({ enum: Object.keys(bodies) }),
  };
  const marked = [];
  return {
    add(name, { post }, file) {
      const { $ref } = post.requestBody.content['application/json'].schema;
      bodies[name] = { file: fileOf($ref, file), pointer: /#.*|$/.exec($ref)[0] };
    },
    noteSchema(schema, file) {
      if (schema['x-derived'] !== undefined) marked.push({ schema, file });
    },
    complete() {
      for (const { schema, file } of marked) {
        Object.assign(schema, derived[schema['x-derived']](file));
        delete schema['x-derived'];
      }
    },
  };
}

function union(bodies, file) {
  const mapping = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [name, reference(file, body.file) + body.pointer]),
  );
  return {
    oneOf: Object.values(mapping).map(($ref) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping },
  };
}
