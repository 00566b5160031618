import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** For a serverless function: everything but `node:crypto`, minified and compressed with brotli. */
const budgetBytes = 2500;

test('stays within the size budget of a serverless function', async () => {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/../src/index.ts`],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    conditions: ['pv-source'],
    write: false,
  });
  const [bundle] = outputFiles;

  expect(bundle?.text).not.toContain('/v1/');
  expect(brotliCompressSync(bundle?.contents ?? '').byteLength).toBeLessThan(budgetBytes);
});
