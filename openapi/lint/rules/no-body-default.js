import { requestSchemas } from '../schemas.js';

/** No `default` in a request body: validators would apply it on PATCH too and overwrite omitted fields. */
export function noBodyDefault() {
  return requestSchemas((schema, { report, location }) => {
    if (schema.default === undefined) return;
    report({ message: 'State the default in the description instead.', location: location.child('default') });
  });
}
