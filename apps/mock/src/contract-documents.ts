import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '@pv-planning/contract/document';
import { documents } from '@pv-planning/contract/documents';

/** The documents of the contract by name. */
export const contractDocuments: ReadonlyMap<string, OpenApiDocument> = new Map(
  Object.entries(documents).map(([name, { bundle }]) => [
    name,
    JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(bundle)), 'utf8')),
  ]),
);
