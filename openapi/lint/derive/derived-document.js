import { isDeepStrictEqual } from 'node:util';

/** Collects the components that are derived for the root document during the walk. */
export function derivedDocument(file) {
  const components = {};
  return {
    file,
    addComponent(kind, name, node) {
      components[kind] ??= {};
      const known = components[kind][name];
      if (known !== undefined && !isDeepStrictEqual(known, node))
        throw new Error(`Two different components are derived as ${kind}/${name}`);
      components[kind][name] = node;
    },
    writeInto(root) {
      root.components ??= {};
      for (const [kind, named] of Object.entries(components)) {
        root.components[kind] = { ...named, ...root.components[kind] };
      }
    },
  };
}
