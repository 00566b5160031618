import { dirname } from 'node:path';
import { operationsIn } from '../usage.js';

/**
 * Every code of errors.yaml can be returned by an operation of some document, or before an operation is reached (`when: route`),
 * and every scope of scopes.yaml is required by one.
 */
export function vocabularyUsed(vocabulary) {
  return {
    Root(_root, { report, location }) {
      const { errors, scopes = {} } = vocabulary;
      const operations = operationsIn(dirname(location.source.absoluteRef));
      const used = new Set(operations.flatMap((operation) => [...operation.codes, ...operation.scopes]));
      for (const code of Object.keys(errors).filter(
        (name) => errors[name].when !== 'route' && !used.has(name),
      ))
        report({ message: `No operation returns the code ${code} of errors.yaml.`, location });
      for (const scope of Object.keys(scopes).filter((name) => !used.has(name)))
        report({ message: `No operation requires the scope ${scope} of scopes.yaml.`, location });
    },
  };
}
