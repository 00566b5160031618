import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reference } from '@pv-planning/contract/document';

/** The parts of the bundled contract that the mock itself reads; Prism reads all of it. */
export interface ContractDocument {
  paths: Record<string, object>;
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': EventContent } } } }>;
  components: object;
}

interface Example {
  summary?: string;
  value: { type: string; data: object };
}

interface EventContent {
  examples: Record<string, Example | Reference>;
}

export const contractDocument: ContractDocument = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@pv-planning/contract/openapi.json')), 'utf8'),
);
