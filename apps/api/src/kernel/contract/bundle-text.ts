import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documents } from '@pv-planning/contract/documents';

/** The name of a document of the contract, such as `public`. */
export type DocumentName = keyof typeof documents;

export const documentNames = Object.keys(documents) as DocumentName[];

/** Returns the published text of a bundled document. */
export function bundleText(name: DocumentName): string {
  return readFileSync(fileURLToPath(import.meta.resolve(documents[name].bundle)), 'utf8');
}
