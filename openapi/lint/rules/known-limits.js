/**
 * In a document that defines limits, each operation names its own in `x-limits`, or that it has none (`[]`). The document defines
 * each limit that an operation names, and none besides.
 */
export function knownLimits(vocabulary) {
  const used = new Set();
  return {
    Root: {
      leave(_root, { report, location }) {
        for (const name of Object.keys(vocabulary.limits ?? {}).filter((limit) => !used.has(limit)))
          report({ message: `No operation has the limit ${name}.`, location: location.child('x-limits') });
      },
    },
    Paths: {
      PathItem: {
        Operation({ 'x-limits': names }, { report, location }) {
          const { limits } = vocabulary;
          if (names === undefined && limits !== undefined)
            report({ message: 'Name the limits of the operation in x-limits, or [] for none.', location });
          for (const [index, name] of (names ?? []).entries()) {
            used.add(name);
            if (Object.hasOwn(limits ?? {}, name)) continue;
            const message = `The document defines no limit ${name} in x-limits.`;
            report({ message, location: location.child(['x-limits', index]) });
          }
        },
      },
    },
  };
}
