// Writes the reference site to dist/: the site of the public document, with a folder for each other document.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contracts, siteFolder } from './contract.ts';
import { site } from './site.ts';

const folder = join(import.meta.dirname, '../dist');
const sites = [...contracts.values()].flatMap((contract) => {
  return [...site(contract)].map(([address, content]) => ({
    file: join(folder, siteFolder(contract), address),
    content,
  }));
});
rmSync(folder, { recursive: true, force: true });
for (const { file, content } of sites) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
console.log(`${sites.length} files in apps/docs/dist: open index.html`);
