import { requestSchemas } from '../schemas.js';

/** Every object in a request body is closed, so that a misspelt field is refused instead of ignored. */
export function closedRequest() {
  return requestSchemas((schema, { report, location }) => {
    const isObject = [schema.type].flat().includes('object') || schema.properties !== undefined;
    const closed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
    if (isObject && !closed) {
      report({ message: 'An object in a request body needs `additionalProperties: false`.', location });
    }
  });
}
