import { resolved } from './resolved.js';

/** The resolved parameters of an operation and its path item. `ctx` is the visitor context of either. */
export function parametersOf(operation, pathItem, ctx) {
  return [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolved(parameter, ctx),
  );
}
