import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { htmlOf, type PageName, pageNames } from './html.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a page loads before it shows anything: files, relative to the folder of the pages. */
export interface BuiltPage {
  name: PageName;
  scripts: string[];
  styles: string[];
}

/**
 * Builds the pages: `<page>.html`, and in `assets` what they load, under names that contain a hash of the content. And `embed.js`, which
 * websites load.
 *
 * @param folder is emptied before
 */
export async function buildPages(folder: string): Promise<BuiltPage[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const shared = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    target: ['es2022', 'safari16.4'],
    conditions: ['pv-source'],
    logLevel: 'warning',
  } as const satisfies BuildOptions;
  const outfile = path.join(folder, 'embed.js');
  await build({ ...shared, entryPoints: ['src/embed/embed.ts'], outfile, format: 'iife' });
  const { metafile } = await build({
    ...shared,
    entryPoints: Object.fromEntries(pageNames.map((name) => [name, `src/${name}/main.tsx`])),
    outdir: path.join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: 'shared-[hash]',
    assetNames: '[name]-[hash]',
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
    metafile: true,
  });
  const pages = pageNames.map((name) => ({ name, ...loadedBy(metafile, name, folder) }));
  for (const { name, scripts, styles } of pages)
    await writeFile(path.join(folder, `${name}.html`), htmlOf(name, { scripts, styles }));
  return pages;
}

function loadedBy({ outputs }: Metafile, name: PageName, folder: string) {
  const relative = (output: string) =>
    path.relative(folder, path.resolve(root, output)).replaceAll(path.sep, '/');
  const [entry, output] =
    Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `src/${name}/main.tsx`) ?? [];
  if (entry === undefined || !output) throw new Error(`The page ${name} was not built.`);
  const imported = new Set([entry]);
  for (const one of imported)
    for (const { path: target, kind, external } of outputs[one]?.imports ?? [])
      if (kind === 'import-statement' && !external) imported.add(target);
  return {
    scripts: [...imported].map(relative),
    styles: output.cssBundle === undefined ? [] : [relative(output.cssBundle)],
  };
}
