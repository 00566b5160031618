import type { ContractDocument } from '../contract/contract.ts';

type Components = ContractDocument['components'];
type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Returns the component to which a reference points; undefined if the value is no reference. */
function componentOf(reference: unknown, components: Components) {
  if (typeof reference !== 'string') return undefined;
  const [, group, name] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? [];
  const component = group && name ? components[group]?.[name] : undefined;
  return group && name && component !== undefined ? { group, name, component } : undefined;
}

/** Returns a part of the document, or the component that it references. */
export function dereferenced({ components }: Pick<ContractDocument, 'components'>, part: unknown): unknown {
  const reference = isObject(part) ? part.$ref : undefined;
  return componentOf(reference, components)?.component ?? part;
}

/** Returns the components that a part of the document references, directly or indirectly. @throws Error if one is missing */
function reachedComponents(part: unknown, components: Components): Components {
  const reached: Components = {};
  const visit = (value: unknown): void => {
    const found = componentOf(value, components);
    if (isObject(value)) Object.values(value).forEach(visit);
    else if (found && !reached[found.group]?.[found.name]) {
      const { group, name, component } = found;
      reached[group] = { ...reached[group], [name]: component };
      visit(component);
    } else if (!found && typeof value === 'string' && value.startsWith('#/components/'))
      throw new Error(`The contract has no ${value}.`);
  };
  visit(part);
  return reached;
}

const mapObject = (object: JsonObject, change: (member: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, member]) => [key, change(member)]));

/** Keywords whose members are named by the author of the schema. */
const namedMembers = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
/** Keywords whose values are data. */
const literals = new Set(['default', 'const', 'enum']);

/** Keywords without effect on validity. With `discriminator`, the validator would report other errors than JSON Schema. */
const annotations = new Set(['example', 'examples', 'discriminator']);

function withoutAnnotations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAnnotations);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !annotations.has(key));
  return Object.fromEntries(
    kept.map(([key, member]) => {
      if (literals.has(key)) return [key, member];
      if (namedMembers.has(key) && isObject(member)) return [key, mapObject(member, withoutAnnotations)];
      return [key, withoutAnnotations(member)];
    }),
  );
}

function withoutResponses(operation: unknown): unknown {
  if (!isObject(operation) || Array.isArray(operation)) return operation;
  const { responses, ...request } = operation;
  return request;
}

/** Raw bodies are validated by their handlers. */
function withoutRawBody(operation: unknown): unknown {
  if (!isObject(operation) || !isObject(operation.requestBody)) return operation;
  const { requestBody, ...rest } = operation;
  return isObject(requestBody.content) && 'application/json' in requestBody.content ? operation : rest;
}

const reducedComponents = new WeakMap<Components, Components>();

function componentsWithoutAnnotations(components: Components): Components {
  const known = reducedComponents.get(components);
  if (known) return known;
  const reduced = mapObject(components, (group) => mapObject(group as JsonObject, withoutAnnotations));
  reducedComponents.set(components, reduced as Components);
  return reduced as Components;
}

/**
 * Returns the document reduced to the requests of one path item and the components that they reference, without annotations. Components
 * are shared between the documents.
 */
export function requestsOfPath(
  { openapi, info, paths, components }: ContractDocument,
  path: string,
): ContractDocument {
  const whole = mapObject(withoutAnnotations(paths[path]) as JsonObject, withoutRawBody);
  const item = mapObject(whole, withoutResponses);
  return {
    openapi,
    info,
    paths: { [path]: item },
    components: reachedComponents(item, componentsWithoutAnnotations(components)),
  };
}
