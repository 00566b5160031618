// openapi/ → src/generated: a folder for every document that redocly.yaml lists, and a list of them. Also updates the table of
// extensions in openapi/README.md.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentList } from './document-list.ts';
import { documentSources } from './documents.ts';
import { withExtensionTable } from './extension-table.ts';
import { GenerationError, generateDocument } from './generate-document.ts';
import { writeGenerated } from './write-generated.ts';

const generated = join(import.meta.dirname, '../src/generated');
const repository = join(import.meta.dirname, '../../..');
const sources = documentSources(repository);
const names = sources.map(({ name }) => name);

try {
  for (const source of sources) generateDocument(source, join(generated, source.name));
  writeGenerated(join(generated, 'documents.ts'), documentList(names));
  const readme = join(repository, 'openapi/README.md');
  writeFileSync(readme, withExtensionTable(readFileSync(readme, 'utf8')));
  for (const entry of readdirSync(generated)) {
    if (entry !== 'documents.ts' && !names.includes(entry))
      rmSync(join(generated, entry), { recursive: true });
  }
} catch (error) {
  if (!(error instanceof GenerationError)) throw error;
  process.stderr.write(error.message);
  process.exitCode = 1;
}
