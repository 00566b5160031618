import { requestSchemas } from '../schemas.js';

/** No `default` in a request body: validators fill it in on PATCH too, and what was left out would be overwritten. */
export function noBodyDefault() {
  return requestSchemas((schema, { report, location }) => {
    if (schema.default === undefined) return;
    report({ message: 'Say the default in the description instead.', location: location.child('default') });
  });
}
