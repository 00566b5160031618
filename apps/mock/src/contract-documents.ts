import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '@pv-planning/contract/document';
import { documents } from '@pv-planning/contract/documents';

/** The name of a document of the contract, such as `public`. */
export type DocumentName = keyof typeof documents;

/** The documents of the contract by name. */
export const contractDocuments: ReadonlyMap<DocumentName, OpenApiDocument> = new Map(
  Object.entries(documents).map(([name, { bundle }]) => [
    name as DocumentName,
    JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(bundle)), 'utf8')),
  ]),
);
