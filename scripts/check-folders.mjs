// Checks the folders of the sources: imports of packages and rooms against layers.jsonc, circles of files and folders, and the number of files in a folder.
//   node scripts/check-folders.mjs [root of the repository]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const maxFiles = 16;
const scope = '@pv-planning/';
const service = 'apps/api/src';

process.chdir(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const layers = JSON.parse(readFileSync('layers.jsonc', 'utf8').replace(/^\s*\/\/.*$/gm, ''));

/** Import and export statements as Biome formats them, dynamic imports, types imported within a statement, worker threads. */
const importPatterns = [
  /^(?:import|export) (?:type )?(?:(?:[\w$]+, )?(?:\{[^}]*\}|\*(?: as [\w$]+)?)|[\w$]+) from '([^']+)'/gm,
  /^import '([^']+)'/gm,
  /\bimport\(\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`]+)['"`]/gs,
  /\bnew Worker\(new URL\('([^']+)'/g,
];

function entriesOf(folder) {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}

/** Returns the files in a folder and its subfolders. */
function filesIn(folder) {
  return entriesOf(folder).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(file) : [file];
  });
}

const workspaces = ['packages', 'apps'].flatMap((kind) =>
  entriesOf(kind).map(({ name }) => `${kind}/${name}`),
);
const sources = workspaces.flatMap((workspace) => filesIn(`${workspace}/src`));
const tests = workspaces.flatMap((workspace) => filesIn(`${workspace}/test`));

function workspaceOf(file) {
  return file.split('/', 2).join('/');
}

/** All imports: the importing file, the specifier, and the imported file if the specifier is relative. */
const imports = [...sources, ...tests].filter((file) => /\.tsx?$/.test(file)).flatMap(importsOf);

function importsOf(file) {
  const text = readFileSync(file, 'utf8');
  return importPatterns
    .flatMap((pattern) => Array.from(text.matchAll(pattern), ([, specifier]) => specifier))
    .map((specifier) => {
      const target = specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : undefined;
      return { file, specifier, target };
    });
}

/** Imports of other workspaces: only packages, only by name. Sources of packages may import what layers.jsonc lists. */
function* forbiddenPackages() {
  for (const workspace of workspaces) {
    const [kind, name] = workspace.split('/');
    if (kind === 'packages' && !(name in layers.packages))
      yield `${workspace}: layers.jsonc does not list it`;
  }
  for (const { file, specifier, target } of imports) {
    const workspace = workspaceOf(file);
    const [kind, name] = workspace.split('/');
    const listed =
      kind === 'packages' && file.startsWith(`${workspace}/src/`) ? layers.packages[name] : undefined;
    if (target !== undefined) {
      const isForeign = workspaceOf(target) !== workspace && target.startsWith(`${workspaceOf(target)}/src/`);
      if (isForeign) yield `${file}: may not import ${specifier}; import packages by name`;
      continue;
    }
    const imported = specifier.startsWith(scope) ? specifier.slice(scope.length).split('/')[0] : specifier;
    const isPackage = imported !== specifier;
    if (isPackage && (specifier.includes('/src/') || !(imported in layers.packages)))
      yield `${file}: may not import ${specifier}; import packages by name`;
    else if (
      listed &&
      imported !== name &&
      (isPackage || layers.restricted.includes(imported)) &&
      !listed.includes(imported)
    )
      yield `${file}: ${name} may not import ${specifier}, see layers.jsonc`;
  }
}

/** Returns the imports between the files and subfolders of a folder: from → to → one of the imports. */
function importsBetweenEntries(folder) {
  const edges = new Map();
  const start = `${folder}/`;
  for (const { file, target } of imports) {
    if (!target?.startsWith(start) || !file.startsWith(start)) continue;
    const [[from], [to]] = [file, target].map((one) => one.slice(start.length).split('/'));
    if (from === to) continue;
    if (!edges.has(from)) edges.set(from, new Map());
    edges.get(from).set(to, { file: file.slice(start.length), target: target.slice(start.length) });
  }
  return edges;
}

/** Imports between rooms of the service: only rooms that layers.jsonc lists for the importing one, and only their doors. */
function* forbiddenRooms() {
  const { rooms } = layers;
  for (const { name } of entriesOf(service))
    if (!(name in rooms)) yield `${service}/${name}: layers.jsonc does not list it`;
  const start = `${service}/`;
  for (const { file, target } of imports) {
    if (!file.startsWith(start) || !target?.startsWith(start)) continue;
    const [from] = file.slice(start.length).split('/');
    const [to, ...rest] = target.slice(start.length).split('/');
    if (from === to || !(from in rooms) || !(to in rooms)) continue;
    const name = rest.join('/');
    if (!rooms[from].imports.includes(to)) yield `${file}: ${from} may not import ${to}, see layers.jsonc`;
    else if (!rooms[to].doors.some((door) => door === name || (door.endsWith('/') && name.startsWith(door))))
      yield `${file}: ${to}/${name} is not a door of ${to}, see layers.jsonc`;
  }
}

/** Doors that no other room uses. */
function* unusedDoors() {
  const targets = imports.flatMap(({ file, target }) => {
    if (!target?.startsWith(`${service}/`) || !file.startsWith(`${service}/`)) return [];
    const [from, to] = [file, target].map((one) => one.split('/')[3]);
    return from === to ? [] : [target.slice(service.length + 1)];
  });
  for (const [room, { doors }] of Object.entries(layers.rooms))
    for (const door of doors)
      if (!targets.some((target) => target.startsWith(`${room}/${door}`)))
        yield `${service}/${room}/${door}: no other room imports this door, see layers.jsonc`;
}

/** Returns the shortest circle that begins and ends with an entry. */
function circleFrom(start, edges) {
  const ways = [[start]];
  const visited = new Set();
  for (const way of ways) {
    for (const next of edges.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return [...way, next];
      if (!visited.has(next)) ways.push([...way, next]);
      visited.add(next);
    }
  }
  return undefined;
}

/** Circles of the files and subfolders of a folder. A circle of files is one of the entries of their common folder. */
function* circlesIn(folder) {
  const edges = importsBetweenEntries(folder);
  const reported = new Set();
  for (const start of edges.keys()) {
    const circle = reported.has(start) ? undefined : circleFrom(start, edges);
    if (!circle) continue;
    for (const entry of circle) reported.add(entry);
    const steps = circle.slice(1).map((to, index) => {
      const { file, target } = edges.get(circle[index]).get(to);
      return `\n  ${file} imports ${target}`;
    });
    yield `${folder}: circle ${circle.join(' → ')}${steps.join('')}`;
  }
}

function* crowdIn(folder) {
  const { length } = entriesOf(folder).filter((entry) => entry.isFile());
  if (length > maxFiles) yield `${folder}: ${length} files, at most ${maxFiles} are allowed in a folder`;
}

/** Every `src` and its subfolders. */
function foldersIn(folder) {
  const subfolders = entriesOf(folder).filter((entry) => entry.isDirectory());
  return [folder, ...subfolders.flatMap(({ name }) => foldersIn(`${folder}/${name}`))];
}

const folders = workspaces.flatMap((workspace) => foldersIn(`${workspace}/src`));
const problems = [
  ...forbiddenPackages(),
  ...forbiddenRooms(),
  ...unusedDoors(),
  ...folders.flatMap((folder) => [...circlesIn(folder), ...crowdIn(folder)]),
];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}
