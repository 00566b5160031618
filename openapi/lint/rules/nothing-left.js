import { extensions } from '../extensions.js';

const derivedFrom = Object.keys(extensions).filter((name) => extensions[name].stage === 'derive');

/** No extension is left after deriving: each one is in the right place of a file that was reached. */
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
