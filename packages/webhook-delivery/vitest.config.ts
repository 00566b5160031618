import { defineProject } from 'vitest/config';

const conditions = ['pv-source'];

/** At full size tests take up to an hour. */
const soak = process.env.SOAK === '1';

export default defineProject({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    name: 'webhook-delivery',
    environment: 'node',
    isolate: false,
    testTimeout: soak ? 7_200_000 : 20_000,
    hookTimeout: soak ? 120_000 : 20_000,
  },
});
