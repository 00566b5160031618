import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = realpathSync(fileURLToPath(new URL('../../../', import.meta.url)));

const copied = ['package.json', 'tsconfig.base.json', 'vitest.config.ts', 'scripts', 'packages', 'apps/api'];

const isSource = (path: string) => !['node_modules', '.turbo'].includes(basename(path));

/** Links the dependencies of the repository, except the workspaces, which link to the copy. */
function linkDependencies(from: string, to: string, copy: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '.vite' || name === '.cache') continue;
    if (name.startsWith('@pv-planning')) linkDependencies(join(from, name), join(to, name), copy);
    else {
      const target = realpathSync(join(from, name));
      const inside = relative(repository, target);
      const isWorkspace = !inside.startsWith('..') && !inside.split('/').includes('node_modules');
      symlinkSync(isWorkspace ? join(copy, inside) : join(from, name), join(to, name));
    }
  }
}

/** Creates a modifiable copy of the service, its packages and tests. Delete it with `remove`. */
export function copyWorkspace(): { path: string; remove(): void } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'pv-mutations-'));
  for (const entry of copied) {
    mkdirSync(dirname(join(path, entry)), { recursive: true });
    cpSync(join(repository, entry), join(path, entry), { recursive: true, filter: isSource });
  }
  linkDependencies(join(repository, 'node_modules'), join(path, 'node_modules'), path);
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(join(path, folder))) {
      const own = join(repository, folder, name, 'node_modules');
      if (existsSync(own)) linkDependencies(own, join(path, folder, name, 'node_modules'), path);
    }
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
