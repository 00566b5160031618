// Checks that the published packages work when installed: packs them, which builds them, lints the tarballs, installs them outside the
// repository, compiles the programs in scripts/published with the supported TypeScript versions and settings, and runs them on this
// Node and on the machine's own. To include a package, add a program with its name to that folder.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = await readdir(path.join(root, 'scripts/published'));
const packages = ['contract', ...programs.map((file) => path.basename(file, '.ts'))];
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const typescripts = {
  5.9: path.join(root, 'packages/contract/node_modules/typescript/bin/tsc'),
  7: path.join(root, 'node_modules/typescript/bin/tsc'),
};
const settings = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
].flatMap((resolution) =>
  [true, false].map((exactOptionalPropertyTypes) => ({ ...resolution, exactOptionalPropertyTypes })),
);

async function run(step, file, args, options = {}) {
  try {
    const { stdout } = await promisify(execFile)(file, args, { cwd: root, ...options });
    process.stdout.write(`ok  ${step}\n`);
    return stdout;
  } catch (error) {
    process.stdout.write(`BAD ${step}\n${error.stdout ?? ''}${error.stderr ?? error.message}\n`);
    process.exitCode = 1;
    throw error;
  }
}

/** The machine's own Node, if it differs from the one that runs this script. */
function otherNode() {
  const folders = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => path.join(folder, 'node')).find((file) => existsSync(file));
}

async function packAndLint(name, folder) {
  const source = path.join(root, 'packages', name);
  await rm(path.join(source, 'dist'), { recursive: true, force: true });
  const [{ filename, files }] = JSON.parse(
    await run(`pack ${name}`, 'npm', ['pack', '--json', '--pack-destination', folder], { cwd: source }),
  );
  const hasLicense = files.some((file) => file.path === 'LICENSE');
  process.stdout.write(`${hasLicense ? 'ok ' : 'BAD'} license of ${name}\n`);
  if (!hasLicense) process.exitCode = 1;
  const tarball = path.join(folder, filename);
  await Promise.all([
    run(`publint ${name}`, bin('publint'), [tarball, '--strict']),
    run(`attw ${name}`, bin('attw'), [
      tarball,
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './openapi.json',
      './pages/openapi.json',
    ]),
  ]);
  return tarball;
}

async function compileAndRun(folder) {
  const files = packages.slice(1).map((name) => `${name}.ts`);
  const options = { target: 'es2022', strict: true, skipLibCheck: false };
  const libraries = { lib: ['es2022'], types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] };
  for (const [index, setting] of settings.entries()) {
    const compilerOptions = { ...options, ...libraries, ...setting, outDir: `out${index}` };
    await writeFile(path.join(folder, `tsconfig${index}.json`), JSON.stringify({ compilerOptions, files }));
  }
  for (const [version, tsc] of Object.entries(typescripts)) {
    for (const [index, { moduleResolution, exactOptionalPropertyTypes }] of settings.entries()) {
      const optional = exactOptionalPropertyTypes ? ', exact optional properties' : '';
      const step = `compile with TypeScript ${version}, ${moduleResolution}${optional}`;
      await run(step, process.execPath, [tsc, '-p', `tsconfig${index}.json`], { cwd: folder });
    }
  }
  for (const node of new Set([process.execPath, otherNode() ?? process.execPath])) {
    const version = (await run(`found ${node}`, node, ['--version'])).trim();
    for (const name of packages.slice(1)) {
      await run(`run ${name} on Node ${version}`, node, [`out0/${name}.js`], { cwd: folder });
      const load = `require('@pv-planning/${name}')`;
      await run(`require ${name} on Node ${version}`, node, ['-e', load], { cwd: folder });
    }
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'published-'));
try {
  const tarballs = await Promise.all(packages.map((name) => packAndLint(name, folder)));
  const consumer = path.join(folder, 'consumer');
  await mkdir(consumer);
  await writeFile(path.join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('install the tarballs', 'npm', ['install', ...flags, ...tarballs], { cwd: consumer });
  for (const file of programs)
    await copyFile(path.join(root, 'scripts/published', file), path.join(consumer, file));
  await compileAndRun(consumer);
} catch {
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
