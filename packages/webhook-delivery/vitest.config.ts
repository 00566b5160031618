import { defineProject } from 'vitest/config';

const conditions = ['pv-source'];

export default defineProject({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    name: 'webhook-delivery',
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 3,
    isolate: false,
  },
});
