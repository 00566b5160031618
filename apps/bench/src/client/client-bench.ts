import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Figure, figure } from '../measure/figure.ts';

const resolveDir = fileURLToPath(new URL('.', import.meta.url));

/** Returns the minified bundle that a web page would load. */
async function bundle(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['pv-source'],
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild wrote no bundle.');
  return file.contents;
}

const compressions = { minified: (code: Uint8Array) => code, gzip: gzipSync, brotli: brotliCompressSync };

/** Measures the bundle size of the client, compared with openapi-fetch, on which it is based. */
export async function clientBench(): Promise<Figure[]> {
  const ours = await bundle(
    "import { createClient } from '@pv-planning/client'; globalThis.c = createClient;",
  );
  const openapiFetch = await bundle("import createClient from 'openapi-fetch'; globalThis.c = createClient;");
  return Object.entries(compressions).map(([name, compress]) =>
    figure(
      { name: `client: ${name}`, unit: 'bytes', better: 'less' },
      { ours: [compress(ours).byteLength], yardstick: [compress(openapiFetch).byteLength] },
    ),
  );
}
