import type { ContractDocument } from '../contract.ts';

type Components = ContractDocument['components'];
type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

/** Returns the components that a part of the document references, directly or indirectly. */
function reachedComponents(part: unknown, components: Components): Components {
  const reached: Components = {};
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const [, group, name] = /^#\/components\/(\w+)\/(.+)$/.exec(value) ?? [];
      if (!group || !name || reached[group]?.[name]) return;
      const component = components[group]?.[name];
      if (component === undefined) return;
      reached[group] = { ...reached[group], [name]: component };
      visit(component);
    } else if (isObject(value)) {
      Object.values(value).forEach(visit);
    }
  };
  visit(part);
  return reached;
}

const mapObject = (object: JsonObject, change: (member: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, member]) => [key, change(member)]));

/** Keywords whose members have arbitrary names. */
const namedMembers = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs']);
const literals = new Set(['default', 'const', 'enum']);

function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'example' && key !== 'examples');
  return Object.fromEntries(
    kept.map(([key, member]) => {
      if (literals.has(key)) return [key, member];
      if (namedMembers.has(key) && isObject(member)) return [key, mapObject(member, withoutExamples)];
      return [key, withoutExamples(member)];
    }),
  );
}

function withoutResponses(operation: unknown): unknown {
  if (!isObject(operation) || Array.isArray(operation)) return operation;
  const { responses, ...request } = operation;
  return request;
}

/** Returns the document reduced to one path item and the components that it references, without examples. */
export function documentOfPath(
  { openapi, info, paths, components }: ContractDocument,
  path: string,
  { withResponses }: { withResponses: boolean },
): ContractDocument {
  const whole = withoutExamples(paths[path]) as JsonObject;
  const item = withResponses ? whole : mapObject(whole, withoutResponses);
  const described = mapObject(components, (group) => mapObject(group as JsonObject, withoutExamples));
  return {
    openapi,
    info,
    paths: { [path]: item },
    components: reachedComponents(item, described as Components),
  };
}
