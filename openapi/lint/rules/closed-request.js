import { requestSchemas } from '../schemas.js';

/**
 * Every object in a request body is closed, so that a misspelt field is rejected, not ignored. A map, whose keys the caller
 * chooses, limits the number and the length of its keys.
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
