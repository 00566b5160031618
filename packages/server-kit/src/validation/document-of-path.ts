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

function without(value: unknown, omit: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((member) => without(member, omit));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !omit.has(key));
  return Object.fromEntries(kept.map(([key, member]) => [key, without(member, omit)]));
}

/** Returns the document reduced to one path item and the components that it references, without the keys in `omit`. */
export function documentOfPath(
  { openapi, info, paths, components }: ContractDocument,
  path: string,
  omit: ReadonlySet<string>,
): ContractDocument {
  const item = without(paths[path], omit) as JsonObject;
  return {
    openapi,
    info,
    paths: { [path]: item },
    components: reachedComponents(item, without(components, omit) as Components),
  };
}
