// Writes the published reference into dist/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { site } from './site.ts';

const folder = join(import.meta.dirname, '../dist');
const files = site();
rmSync(folder, { recursive: true, force: true });
for (const [address, content] of files) {
  mkdirSync(dirname(join(folder, address)), { recursive: true });
  writeFileSync(join(folder, address), content);
}
console.log(`${files.size} files in apps/docs/dist: open index.html`);
