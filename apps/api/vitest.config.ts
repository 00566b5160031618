import { defineProject } from 'vitest/config';

const conditions = ['pv-source'];

export default defineProject({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    name: 'api',
    environment: 'node',
    // Loading the service anew takes each file longer than most of its tests; none of them changes what modules share.
    isolate: false,
    testTimeout: 20_000,
  },
});
