import { brotliCompressSync } from 'node:zlib';
import { calls } from '@pv-planning/contract';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** For a web page: with openapi-fetch, minified and compressed with brotli. */
const budgetBytes = 6000;

/** What the budget leaves for each operation of a contract that has grown to this many. */
const mostOperations = 150;
const bytesPerOperation = 10;

test('the client costs a web page less than its budget, also when the contract has grown', async () => {
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

  // Neither the document nor what only a server needs to know.
  expect(bundle?.text).not.toMatch(/components|read:customers|unknown_reference/);
  expect(brotliCompressSync(bundle?.contents ?? '').byteLength).toBeLessThan(
    budgetBytes - stillToCome * bytesPerOperation,
  );
});
