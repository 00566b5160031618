import { resolved } from '../resolved.js';

/**
 * Every property of every schema has a description, beside its `$ref` or in the referenced schema. In `{ … }`, a text with a
 * comma needs quotes: without them, YAML reads the rest as another key.
 */
export function describedProperty() {
  return {
    SchemaProperties(properties, ctx) {
      for (const [name, property] of Object.entries(properties)) {
        const complain = (message) => ctx.report({ message, location: ctx.location.child(name) });
        if ((property.description ?? resolved(property, ctx)?.description) === undefined)
          complain(`The property ${name} is not described.`);
        const [rest] = Object.entries(property).find(([, value]) => value === null) ?? [];
        if (rest !== undefined)
          complain(`The property ${name} has the key "${rest}" without a value: put its text in quotes.`);
      }
    },
  };
}
