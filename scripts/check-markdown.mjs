// Checks the Markdown files of the repository: relative links and their anchors, paths and file names in backticks, npm scripts,
// long lines, folders that the README of the service omits, and packages and apps without a README. Drawings mark the paths that they
// name with class="path".
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unknownWords } from './known-words.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const files = list.split('\0').filter((file) => file && existsSync(file));
const names = new Set(files.map((file) => path.basename(file)));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Whether git ignores the path, such as the output of a build. */
const isIgnored = (name) => spawnSync('git', ['check-ignore', '-q', name]).status === 0;

const withoutBlocks = (text) => text.replace(/^```.*?^```/gms, '');

/** The anchors that GitHub gives to the headings. */
function anchorsOf(file) {
  const headings = withoutBlocks(readFileSync(file, 'utf8')).matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    Array.from(headings, ([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function* deadLinks(file, text) {
  for (const [, target] of withoutBlocks(text)
    .replace(/`[^`\n]*`/g, '')
    .matchAll(/\]\(([^)\s]+)\)/g)) {
    // The guides are pages of the reference, which resolves their anchors.
    if (/^[a-z]+:/.test(target) || target.startsWith('#tag/')) continue;
    const [address, anchor] = target.split('#');
    const linked = address ? path.join(path.dirname(file), decodeURI(address)) : file;
    if (!existsSync(linked) || (anchor && !anchorsOf(linked).has(anchor))) yield `link ${target}`;
  }
}

/** A path is relative to the repository, to the folder of the file, or to the sources in it. */
function* missingPaths(file, text) {
  const bases = ['.', path.dirname(file), path.join(path.dirname(file), 'src')];
  for (const [, token] of withoutBlocks(text).matchAll(/`([\w.-]+(?:\/[\w.{}-]+)*\/?)`/g)) {
    const exists = (name) => bases.some((base) => existsSync(path.join(base, name)));
    const isSource = /\w\.(?:ts|mjs|sql|sh|yaml|md)$/.test(token);
    if (token.includes('/')) {
      const isPath = isSource || exists(token.split('/')[0]);
      if (isPath && !exists(token) && !isIgnored(token)) yield `path ${token}`;
    } else if (isSource && !names.has(token)) yield `file ${token}`;
  }
}

/** The README of the service describes every room, and every resource in it. */
function* undescribedFolders(file, text) {
  if (file !== 'apps/api/README.md') return;
  const foldersIn = (folder) =>
    readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const room of foldersIn('apps/api/src')) {
    const folders = [
      room.name,
      ...foldersIn(`apps/api/src/${room.name}`).map(({ name }) => `${room.name}/${name}`),
    ];
    for (const folder of folders)
      if (!text.includes(`src/${folder}/`) && !text.includes(`\`${folder.split('/').at(-1)}/\``))
        yield `omits the folder ${folder}`;
  }
}

/** Texts for integrators name only things that exist. Paths of files are checked above. */
function* unknownNames(file, text) {
  if (!/^(?:openapi\/guides\/.*|packages\/(?:client|contract|webhooks)\/README|docs\/tour)\.md$/.test(file))
    return;
  const blocks = text.match(/^```.*?^```/gms)?.join('') ?? '';
  for (const word of unknownWords(withoutBlocks(text), blocks)) yield `word ${word}`;
}

function* missingScripts(_file, text) {
  for (const [, name] of text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)) {
    if (!(name in scripts)) yield `npm run ${name}`;
  }
}

function* missingPathsOfDrawing(_file, text) {
  for (const [, name] of text.matchAll(/class="path"[^>]*>([^<]*)</g))
    if (!existsSync(name)) yield `path ${name}`;
}

const maxLineLength = 140;

/** Prose wraps at about 130 characters. A changeset is a line of the changelog. */
function* longLines(file, text) {
  if (file.startsWith('.changeset/')) return;
  for (const line of withoutBlocks(text).split('\n'))
    if (line.length > maxLineLength && !/^\s*(?:\||!\[)/.test(line)) yield `long line ${line.slice(0, 60)}…`;
}

const checks = {
  '.md': [longLines, deadLinks, missingPaths, undescribedFolders, missingScripts, unknownNames],
  '.svg': [missingPathsOfDrawing],
};

/** Every package and app has a README. */
const undescribedWorkspaces = files
  .filter((file) => /^(?:apps|packages)\/[^/]+\/package\.json$/.test(file))
  .map((file) => `${path.dirname(file)}/README.md`)
  .filter((readme) => !existsSync(readme))
  .map((readme) => `${readme}: is missing`);

const problemsInFiles = files.flatMap((file) => {
  const text = () => readFileSync(file, 'utf8');
  const found = (checks[path.extname(file)] ?? []).flatMap((check) => [...check(file, text())]);
  return found.map((problem) => `${file}: ${problem}`);
});
const problems = [...problemsInFiles, ...undescribedWorkspaces];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\nCorrect the Markdown files above.\n`);
  process.exitCode = 1;
}
