// openapi/ → src/generated: a folder for every document that redocly.yaml lists.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { documentSources } from './documents.ts';
import { GenerationError, generateDocument } from './generate-document.ts';

const generated = join(import.meta.dirname, '../src/generated');
const sources = documentSources(join(import.meta.dirname, '../../..'));

try {
  for (const source of sources) generateDocument(source, join(generated, source.name));
  const names = sources.map(({ name }) => name);
  for (const old of readdirSync(generated).filter((name) => !names.includes(name)))
    rmSync(join(generated, old), { recursive: true });
} catch (error) {
  if (!(error instanceof GenerationError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 1;
}
