import { scopes } from '../vocabulary.js';

/** Every scope of scopes.yaml is needed by an operation. */
export function scopeUsed() {
  const used = new Set();
  return {
    Root: {
      leave(_root, { report, location }) {
        for (const scope of Object.keys(scopes).filter((name) => !used.has(name))) {
          report({ message: `No operation needs the scope ${scope} of scopes.yaml.`, location });
        }
      },
    },
    Operation({ security = [] }) {
      for (const scope of security.flatMap((requirement) => requirement.ApiKey ?? [])) used.add(scope);
    },
  };
}
