import { resolved } from './resolved.js';

/** The parameters of an operation and of its path, references followed. `ctx` is the visitor context of either. */
export function parametersOf(operation, pathItem, ctx) {
  return [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolved(parameter, ctx),
  );
}
