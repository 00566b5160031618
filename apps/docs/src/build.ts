// Writes the reference site to dist/.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { site } from './site.ts';

const folder = join(import.meta.dirname, '../dist');
const files = site();
rmSync(folder, { recursive: true, force: true });
cpSync(join(import.meta.dirname, 'browser'), join(folder, 'assets'), { recursive: true });
const miniSearch = createRequire(import.meta.url).resolve('minisearch');
cpSync(join(dirname(miniSearch), '../umd/index.js'), join(folder, 'assets/minisearch.js'));
for (const [address, content] of files) {
  const file = join(folder, address);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
console.log(`${files.size} files in apps/docs/dist: open index.html`);
