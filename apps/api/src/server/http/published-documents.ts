import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { mainDocument } from '@pv-planning/contract/documents';
import express, { type RequestHandler, type Router } from 'express';
import { stringify } from 'yaml';
import { bundleText, documentNames } from '../../kernel/contract/bundle-text.ts';

/** Output of `npm run docs`. */
const referenceFolder = fileURLToPath(new URL('../../../../docs/dist/', import.meta.url));

/** The highest quality takes 20 to 30 times as long for a tenth less, while the first client waits. */
const goodBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const compressors = {
  br: (content: Buffer) => promisify(brotliCompress)(content, goodBrotli),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (content: Buffer) => content,
} as const;

type Encoding = keyof typeof compressors;

/** Serves a text that is generated, and compressed in each encoding, on first use only. Clients with a current copy get 304. */
function text(type: string, generate: () => string | Buffer): RequestHandler {
  let generated: { content: Buffer; tag: string } | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();

  function inEncoding(encoding: Encoding, content: Buffer): Promise<Buffer> {
    const compressed = encoded.get(encoding) ?? compressors[encoding](content);
    encoded.set(encoding, compressed);
    return compressed;
  }

  return async (request, response) => {
    if (!generated) {
      const content = Buffer.from(generate());
      generated = { content, tag: `W/"${hash('sha1', content, 'base64url')}"` };
    }
    const { content, tag } = generated;
    response.type(type).vary('Accept-Encoding').set({ ETag: tag, 'Cache-Control': 'public, max-age=0' });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const encoding = (request.acceptsEncodings(['br', 'gzip', 'identity']) || 'identity') as Encoding;
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.send(await inEncoding(encoding, content));
  };
}

/** Forbids other sites to embed the reference in a frame. The pages' own policy forbids loading resources. */
const noFrames: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
  next();
};

/**
 * Serves the documents of the contract and their reference without a key, compressed: /openapi.json, /openapi.yaml and /docs/ of the
 * public one, /pages/openapi.json, /pages/openapi.yaml and /docs/pages/ of another.
 *
 * @param folder the files of the reference, which are listed now and read when they are first requested
 */
export function publishedDocuments(folder = referenceFolder): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const name of documentNames) {
    const address = name === mainDocument ? '/openapi' : `/${name}/openapi`;
    const yaml = () => stringify(JSON.parse(bundleText(name)), { aliasDuplicateObjects: false });
    router.get(
      `${address}.json`,
      text('application/json', () => bundleText(name)),
    );
    router.get(`${address}.yaml`, text('application/yaml', yaml));
  }
  router.use('/docs', noFrames);
  for (const file of globSync('**/*.*', { cwd: folder })) {
    const handler = text(path.extname(file), () => readFileSync(path.join(folder, file)));
    const address = `/docs/${file}`;
    router.get(
      file.endsWith('index.html') ? [address.slice(0, -'index.html'.length), address] : address,
      handler,
    );
  }
  // Redirects from folders without a slash at the end.
  return router.use('/docs', express.static(folder));
}
