import { extensions } from '../extensions.js';

/** An extension that is not derived from is in a node that may have it. `nothing-left` reports the others. */
export function extensionPlace() {
  return {
    any: {
      enter(node, { report, location, type }) {
        for (const name of Object.keys(node ?? {}).filter((key) => Object.hasOwn(extensions, key))) {
          const { usedIn, stage } = extensions[name];
          if (stage === 'derive' || usedIn.includes(type.name)) continue;
          const message = `${name} belongs to ${usedIn.join(' or ')}, not to ${type.name}.`;
          report({ message, location: location.child(name) });
        }
      },
    },
  };
}
