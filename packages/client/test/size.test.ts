import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** For a web page: with openapi-fetch and the operation table, minified and compressed with brotli. */
const budgetBytes = 6000;

test('the client costs a web page less than its budget', async () => {
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

  expect(bundle?.text).not.toContain('components');
  expect(brotliCompressSync(bundle?.contents ?? '').byteLength).toBeLessThan(budgetBytes);
});
