import { resolved } from '../resolved.js';

/** Every property of every schema has a description, beside its `$ref` or in the referenced schema. */
export function describedProperty() {
  return {
    SchemaProperties(properties, ctx) {
      for (const [name, property] of Object.entries(properties)) {
        if ((property.description ?? resolved(property, ctx)?.description) !== undefined) continue;
        ctx.report({ message: `The property ${name} is not described.`, location: ctx.location.child(name) });
      }
    },
  };
}
