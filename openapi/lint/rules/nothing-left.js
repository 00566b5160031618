import { extensions } from '../extensions.js';

const derivedFrom = Object.keys(extensions).filter((name) => extensions[name].stage === 'derive');

/** After deriving, no extension is left: each one was in a node where it takes effect, in a file that was read. */
export function nothingLeft() {
  return {
    any: {
      enter(node, { report, location }) {
        for (const name of derivedFrom.filter((extension) => Object.hasOwn(node ?? {}, extension))) {
          report({ message: `Nothing was derived from ${name} here.`, location: location.child(name) });
        }
      },
    },
  };
}
