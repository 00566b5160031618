import { scopesOf } from '../vocabulary.js';

/** Every scope of scopes.yaml is required by an operation. */
export function scopeUsed(vocabulary) {
  const used = new Set();
  return {
    Root: {
      leave(_root, { report, location }) {
        for (const scope of Object.keys(vocabulary.scopes ?? {}).filter((name) => !used.has(name))) {
          report({ message: `No operation requires the scope ${scope} of scopes.yaml.`, location });
        }
      },
    },
    Operation(operation) {
      for (const scope of scopesOf(operation)) used.add(scope);
    },
  };
}
