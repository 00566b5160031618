import { defineProject } from 'vitest/config';

const conditions = ['pv-source'];

export default defineProject({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: { name: 'price-list', environment: 'node' },
});
