import { isDeepStrictEqual } from 'node:util';

/** The operations of a group of `x-concurrency` have the same limits. */
export function oneLimitPerGroup() {
  const limitsOf = new Map();
  return {
    Operation({ 'x-concurrency': limits }, { report, location }) {
      if (limits === undefined) return;
      const first = limitsOf.get(limits.group) ?? limits;
      limitsOf.set(limits.group, first);
      if (isDeepStrictEqual(first, limits)) return;
      report({
        message: `Another operation has x-concurrency: ${JSON.stringify(first)}.`,
        location: location.child('x-concurrency'),
      });
    },
  };
}
