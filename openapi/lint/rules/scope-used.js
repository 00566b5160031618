import { dirname } from 'node:path';
import { operationsIn } from '../usage.js';

/** Every scope of scopes.yaml is required by an operation of some document. */
export function scopeUsed(vocabulary) {
  return {
    Root(_root, { report, location }) {
      const used = new Set(
        operationsIn(dirname(location.source.absoluteRef)).flatMap(({ scopes }) => scopes),
      );
      for (const scope of Object.keys(vocabulary.scopes ?? {}).filter((name) => !used.has(name))) {
        report({ message: `No operation requires the scope ${scope} of scopes.yaml.`, location });
      }
    },
  };
}
