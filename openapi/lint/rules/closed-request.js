import { requestSchemas } from '../schemas.js';

/**
 * Every object in a request body is closed, so that a misspelt field is refused instead of ignored. A map, whose fields the
 * caller names, bounds how many there are and how long their names.
 */
export function closedRequest() {
  return requestSchemas((schema, { report, location }) => {
    const isObject = [schema.type].flat().includes('object') || schema.properties !== undefined;
    const closed = schema.additionalProperties === false || schema.unevaluatedProperties === false;
    if (isObject && !closed && !isBoundedMap(schema)) {
      report({ message: 'An object in a request body needs `additionalProperties: false`.', location });
    }
  });
}

function isBoundedMap({ properties, additionalProperties, maxProperties, propertyNames }) {
  const isMap = properties === undefined && additionalProperties !== undefined;
  return isMap && maxProperties !== undefined && propertyNames?.maxLength !== undefined;
}
