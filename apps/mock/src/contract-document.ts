import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '@pv-planning/contract/document';

export const contractDocument: OpenApiDocument = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')), 'utf8'),
);
