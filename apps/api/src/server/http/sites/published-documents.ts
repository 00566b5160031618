import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mainDocument } from '@pv-planning/contract/documents';
import express, { type RequestHandler, type Router } from 'express';
import { stringify } from 'yaml';
import { bundleText, documentNames } from '../../../kernel/contract/bundle-text.ts';
import { compressed } from './compressed.ts';

/** Output of `npm run docs`. */
const referenceFolder = fileURLToPath(new URL('../../../../../docs/dist/', import.meta.url));

/** Forbids other sites to embed the reference in a frame. The pages' own policy limits what they load. */
const noFrames: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', "frame-ancestors 'none'");
  next();
};

/**
 * Serves the documents of the contract and their reference without a key, compressed: /openapi.json, /openapi.yaml and /docs/ of the
 * public one, /pages/openapi.json, /pages/openapi.yaml and /docs/pages/ of another. `.html` may be left out.
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
      compressed('application/json', () => bundleText(name)),
    );
    router.get(`${address}.yaml`, compressed('application/yaml', yaml));
  }
  router.use('/docs', noFrames);
  const files = new Map(
    globSync('**/*.*', { cwd: folder }).map((file) => {
      return [`/docs/${file}`, compressed(path.extname(file), () => readFileSync(path.join(folder, file)))];
    }),
  );
  // A lookup instead of a route for each of the hundreds of files, with which every request would be compared.
  router.use('/docs', (request, response, next) => {
    const [address = ''] = request.originalUrl.split('?');
    const file = files.get(address.replace(/\/$/, '/index.html')) ?? files.get(`${address}.html`);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    return file !== undefined && reads ? file(request, response, next) : next();
  });
  // Redirects from folders without a slash at the end.
  return router.use('/docs', express.static(folder));
}
