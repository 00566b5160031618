import { brotliCompressSync } from 'node:zlib';
import { calls } from '@pv-planning/contract';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** For a web page: including openapi-fetch, minified and compressed with brotli. */
const budgetBytes = 6000;

/** Number of operations for which the budget must suffice as the contract grows. */
const mostOperations = 150;
const bytesPerOperation = 10;

test('stays within the size budget of a web page, even with more operations', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "import { createClient } from './src/index.ts'; globalThis.createClient = createClient;",
      resolveDir: `${import.meta.dirname}/..`,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['pv-source'],
    write: false,
  });
  const [bundle] = outputFiles;
  const stillToCome = mostOperations - Object.keys(calls).length;

  // Contains neither the document nor data that only the server needs.
  expect(bundle?.text).not.toMatch(/components|read:customers|unknown_reference/);
  expect(brotliCompressSync(bundle?.contents ?? '').byteLength).toBeLessThan(
    budgetBytes - stillToCome * bytesPerOperation,
  );
});
