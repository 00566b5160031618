import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import { stringify } from 'yaml';
import { contractDocument, contractJson } from '../contract/contract-document.ts';

/** Output of `npm run docs`. */
const referenceFolder = fileURLToPath(new URL('../../../docs/dist/', import.meta.url));

const bestBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const compressors = {
  br: (content: Buffer) => promisify(brotliCompress)(content, bestBrotli),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  identity: async (content: Buffer) => content,
} as const;

type Encoding = keyof typeof compressors;

/** Serves a text that is generated, and compressed in each encoding, on first use only. Clients with a current copy get 304. */
function text(type: string, generate: () => string): RequestHandler {
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

/** Serves the contract and its reference without a key, compressed: /openapi.json, /openapi.yaml, /docs. */
export function publishedDocuments(): Router {
  const yaml = () => stringify(contractDocument, { aliasDuplicateObjects: false });
  return express
    .Router({ caseSensitive: true, strict: true })
    .get(
      '/openapi.json',
      text('application/json', () => contractJson),
    )
    .get('/openapi.yaml', text('application/yaml', yaml))
    .use('/docs', noFrames, compression({ filter: () => true }), express.static(referenceFolder));
}
