import { extensions } from '../extensions.js';

/**
 * Each extension is where it takes effect: one that the document is derived from is gone after that, in each file that was read,
 * and any other is in a node that may have it.
 */
export function extensionPlace() {
  return {
    any: {
      enter(node, { report, location, type }) {
        for (const name of Object.keys(node ?? {}).filter((key) => Object.hasOwn(extensions, key))) {
          const { usedIn, stage } = extensions[name];
          if (stage !== 'derive' && usedIn.includes(type.name)) continue;
          const misplaced = `${name} belongs to ${usedIn.join(' or ')}, not to ${type.name}.`;
          const message = stage === 'derive' ? `Nothing was derived from ${name} here.` : misplaced;
          report({ message, location: location.child(name) });
        }
      },
    },
  };
}
