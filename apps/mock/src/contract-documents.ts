import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '@pv-planning/contract/document';
import { documents } from '@pv-planning/contract/documents';

export const contractDocuments: readonly OpenApiDocument[] = Object.values(documents).map(({ bundle }) =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(bundle)), 'utf8')),
);
