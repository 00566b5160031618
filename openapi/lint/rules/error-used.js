import { parametersOf } from '../parameters.js';
import { codesOf } from '../vocabulary.js';

/** Every code of errors.yaml can be returned by an operation, or before an operation is reached (`when: route`). */
export function errorUsed(vocabulary) {
  const used = new Set();
  return {
    Root: {
      leave(_root, { report, location }) {
        const { errors } = vocabulary;
        for (const code of Object.keys(errors).filter(
          (name) => errors[name].when !== 'route' && !used.has(name),
        )) {
          report({ message: `No operation returns the code ${code} of errors.yaml.`, location });
        }
      },
    },
    Paths: {
      PathItem: {
        Operation(operation, ctx, { PathItem: pathItem }) {
          for (const code of codesOf(vocabulary, operation, parametersOf(operation, pathItem, ctx)))
            used.add(code);
        },
      },
    },
  };
}
