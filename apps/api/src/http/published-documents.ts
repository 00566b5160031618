import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import express, { type RequestHandler, type Router } from 'express';
import { stringify } from 'yaml';
import { contractDocument, contractJson } from '../contract/contract-document.ts';

/** Output of `npm run docs`. */
const referenceFolder = fileURLToPath(new URL('../../../docs/dist/', import.meta.url));

/** Serves a text that is generated on first use. Clients with a current copy get 304. */
function text(type: string, generate: () => string): RequestHandler {
  let generated: { content: string; tag: string } | undefined;
  return (_request, response) => {
    if (!generated) {
      const content = generate();
      generated = { content, tag: `W/"${hash('sha1', content, 'base64url')}"` };
    }
    response
      .type(type)
      .set({ ETag: generated.tag, 'Cache-Control': 'public, max-age=0' })
      .send(generated.content);
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
    .use(['/openapi.json', '/openapi.yaml', '/docs'], compression({ filter: () => true }))
    .get(
      '/openapi.json',
      text('application/json', () => contractJson),
    )
    .get('/openapi.yaml', text('application/yaml', yaml))
    .use('/docs', noFrames, express.static(referenceFolder));
}
