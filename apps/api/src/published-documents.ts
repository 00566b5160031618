import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { stringify } from 'yaml';

const contractUrl = import.meta.resolve('@pv-planning/contract/openapi.json');
/** Where `npm run docs` builds the reference. */
const referenceFolder = fileURLToPath(new URL('../../docs/dist/', import.meta.url));

/** The contract as JSON text, as it is published. */
export function contractText(): string {
  return readFileSync(fileURLToPath(contractUrl), 'utf8');
}

/** The contract and its reference, readable without a key: /openapi.json, /openapi.yaml, /docs. */
export function publishedDocuments(contractJson: string): Router {
  let contractYaml: string | undefined;
  return express
    .Router()
    .get('/openapi.json', (_request, response) => {
      response.type('application/json').send(contractJson);
    })
    .get('/openapi.yaml', (_request, response) => {
      contractYaml ??= stringify(JSON.parse(contractJson), { aliasDuplicateObjects: false });
      response.type('application/yaml').send(contractYaml);
    })
    .use('/docs', express.static(referenceFolder));
}
