import { basename } from 'node:path';

/** Generated clients make file and class names of components, and file systems limit those. */
const maxLength = 59;

/** The name of a component, derived or that of its file, has fewer than 60 characters. */
export function componentName() {
  const files = new Set();
  const check = (name, { report, location }) => {
    if (name.length <= maxLength) return;
    const message = `The component name ${name} has ${name.length} characters; it needs fewer than 60.`;
    report({ message, location });
  };
  return {
    ref(_node, { report, location }, { location: target }) {
      const file = target?.source.absoluteRef;
      if (!file?.includes('/components/') || files.has(file)) return;
      files.add(file);
      check(basename(file, '.yaml'), { report, location });
    },
    Root: {
      leave({ components = {} }, { report, location }) {
        for (const [kind, named] of Object.entries(components)) {
          for (const name of Object.keys(named))
            check(name, { report, location: location.child(['components', kind]) });
        }
      },
    },
  };
}
