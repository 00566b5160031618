import { scopesOf } from '../vocabulary.js';

/**
 * An operation requires exactly one scope of scopes.yaml: `read:` for GET, either for POST, `write:` for all
 * others. In a document without scopes, it requires none.
 */
export function oneScope(vocabulary) {
  return {
    Paths: {
      PathItem: {
        Operation(operation, { report, location, key: method }) {
          const complain = (message) => report({ message, location: location.child('security') });
          const { scopes } = vocabulary;
          const needed = scopesOf(operation);
          const [scope] = needed;
          if (scopes === undefined) {
            if (scope !== undefined) complain('The document has no scopes.');
          } else if (needed.length !== 1) complain(`An operation needs one scope, not ${needed.length}.`);
          else if (!(scope in scopes)) complain(`The scope ${scope} is not in scopes.yaml.`);
          else if (method !== 'post') {
            const expected = method === 'get' ? 'read:' : 'write:';
            if (!scope.startsWith(expected))
              complain(`This operation needs a ${expected} scope, not ${scope}.`);
          }
        },
      },
    },
  };
}
