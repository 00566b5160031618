import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { stringify } from 'yaml';
import { contractDocument, contractJson } from '../contract/contract-document.ts';

/** Output of `npm run docs`. */
const referenceFolder = fileURLToPath(new URL('../../../docs/dist/', import.meta.url));

/** Serves the contract and its reference without a key: /openapi.json, /openapi.yaml, /docs. */
export function publishedDocuments(): Router {
  let contractYaml: string | undefined;
  return express
    .Router({ caseSensitive: true, strict: true })
    .get('/openapi.json', (_request, response) => {
      response.type('application/json').send(contractJson);
    })
    .get('/openapi.yaml', (_request, response) => {
      contractYaml ??= stringify(contractDocument, { aliasDuplicateObjects: false });
      response.type('application/yaml').send(contractYaml);
    })
    .use('/docs', express.static(referenceFolder));
}
