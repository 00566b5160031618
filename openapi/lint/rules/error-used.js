import { dirname } from 'node:path';
import { operationsIn } from '../usage.js';

/**
 * Every code of errors.yaml can be returned by an operation of some document, or before an operation is reached (`when: route`).
 */
export function errorUsed(vocabulary) {
  return {
    Root(_root, { report, location }) {
      const { errors } = vocabulary;
      const used = new Set(operationsIn(dirname(location.source.absoluteRef)).flatMap(({ codes }) => codes));
      for (const code of Object.keys(errors).filter(
        (name) => errors[name].when !== 'route' && !used.has(name),
      )) {
        report({ message: `No operation returns the code ${code} of errors.yaml.`, location });
      }
    },
  };
}
