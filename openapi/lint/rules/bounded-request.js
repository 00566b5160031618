import { requestSchemas } from '../schemas.js';

/** Everything in a request is bounded: strings by length, arrays by number of items, numbers on both sides. */
export function boundedRequest() {
  const bounded = requestSchemas(checkBounds);
  return { Paths: { ...bounded.Paths, Parameter: { Schema: checkBounds } } };
}

function checkBounds(schema, { report, location }) {
  const types = [schema.type].flat();
  const complain = (missing) => report({ message: `A schema of a request needs ${missing}.`, location });
  if (schema.enum !== undefined || schema.const !== undefined) return;
  if (types.includes('string') && schema.maxLength === undefined) complain('maxLength');
  if (types.includes('array') && schema.maxItems === undefined) complain('maxItems');
  if (!types.includes('number') && !types.includes('integer')) return;
  if (schema.minimum === undefined && schema.exclusiveMinimum === undefined) complain('minimum');
  if (schema.maximum === undefined && schema.exclusiveMaximum === undefined) complain('maximum');
}
