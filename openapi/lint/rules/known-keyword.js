/**
 * The keys beside the `$ref` of a schema are keywords of JSON Schema or extensions; Redocly checks the keys of other schemas. In
 * `{ … }`, a text with a comma needs quotes: without them, YAML reads the rest as another key.
 */
export function knownKeyword() {
  return {
    ref(node, { type, report, location }) {
      if (type.name !== 'Schema') return;
      for (const key of Object.keys(node)) {
        if (key === '$ref' || key.startsWith('x-') || Object.hasOwn(type.properties, key)) continue;
        report({
          message: `"${key}" is no keyword of a schema. Is it the rest of a text without quotes?`,
          location: location.child(key),
        });
      }
    },
  };
}
