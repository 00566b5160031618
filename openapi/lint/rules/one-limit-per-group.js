import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { operationsIn } from '../usage.js';

/** The operations of a group of `x-concurrency` have the same limits, in all documents. */
export function oneLimitPerGroup() {
  const limitsOf = new Map();
  return {
    Root(_root, { location }) {
      const limits = operationsIn(dirname(location.source.absoluteRef)).flatMap(
        ({ operation }) => operation['x-concurrency'] ?? [],
      );
      for (const one of limits.toReversed()) limitsOf.set(one.group, one);
    },
    Operation({ 'x-concurrency': limits }, { report, location }) {
      const first = limitsOf.get(limits?.group);
      if (isDeepStrictEqual(first, limits)) return;
      report({
        message: `Another operation has x-concurrency: ${JSON.stringify(first)}.`,
        location: location.child('x-concurrency'),
      });
    },
  };
}
