import { fileOf, reference } from './files.js';

/** Fills the schemas of all events from the `webhooks` of the document: an empty `enum` with their names, an empty `oneOf` with their bodies. */
export function eventSchemas() {
  const bodies = {};
  const empty = [];
  return {
    add(name, { post }, file) {
      const { $ref } = post.requestBody.content['application/json'].schema;
      bodies[name] = { file: fileOf($ref, file), pointer: /#.*|$/.exec($ref)[0] };
    },
    noteSchema(schema, file) {
      if ((schema.enum ?? schema.oneOf)?.length === 0) empty.push({ schema, file });
    },
    complete() {
      for (const { schema, file } of empty)
        Object.assign(schema, schema.enum ? { enum: Object.keys(bodies) } : union(bodies, file));
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
