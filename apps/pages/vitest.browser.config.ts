import { defineConfig, mergeConfig } from 'vitest/config';
import { testProject } from '../../scripts/test-project.ts';

// Separate from `npm test`, which needs npm alone: these tests need Chromium.
export default mergeConfig(
  // Each file has a browser of its own.
  testProject('browser', { isolate: true }) as object,
  defineConfig({ test: { include: ['browser/**/*.browser.ts'], maxWorkers: 2 } }),
);
