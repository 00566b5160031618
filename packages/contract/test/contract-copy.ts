import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { checkExtensions } from '../../../openapi/lint/derive/check-extensions.js';
import { vocabularyOf } from '../../../openapi/lint/vocabulary.js';
import { documentSources } from '../scripts/documents.ts';

/** The folder of redocly.yaml. */
export const repository = join(import.meta.dirname, '../../..');

/** One problem that the linter found: its rule, and the file and place it points to. */
export interface Problem {
  ruleId: string;
  severity: 'error' | 'warn';
  message: string;
  file: string;
  pointer: string;
}

/** A change to one file of the contract: the first occurrence of `from` becomes `to`. */
export interface Edit {
  file: string;
  from: string;
  to: string;
}

const roots = documentSources(repository).map(({ root }) => relative(repository, root));

/** Lints all documents of a copy of the contract with some edits made. */
export function lintEdited(edits: Edit[]): Problem[] {
  return withCopy((copy) => {
    for (const edit of edits) apply(join(copy, 'openapi'), edit);
    return lint(copy);
  });
}

/** Derives a copy of the public document with some edits made, in one run of Redocly. Returns all errors. */
export function derivationErrors(edits: Edit[]): string {
  return withCopy((copy) => {
    for (const edit of edits) apply(join(copy, 'openapi'), edit);
    const plugin = join(import.meta.dirname, 'collecting-plugin.js');
    const api = '{ root: ./openapi/openapi.yaml, preprocessors: { house/derive: on } }';
    writeFileSync(
      join(copy, 'redocly.yaml'),
      `plugins: ['${plugin}']\napis: { public@v1: ${api} }\nrules: { no-unresolved-refs: error }\n`,
    );
    const errors = join(copy, 'errors.txt');
    writeFileSync(errors, '');
    runRedocly(copy, ['lint', 'public@v1'], { DERIVATION_ERRORS: errors });
    return readFileSync(errors, 'utf8');
  });
}

/** The error of the check of all extensions of a copy with some edits made. */
export function extensionErrors(edits: Edit[]): string {
  return withCopy((copy) => {
    const folder = join(copy, 'openapi');
    for (const edit of edits) apply(folder, edit);
    try {
      checkExtensions(folder);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  });
}

/** The error of reading the vocabulary of a document of a copy with an edit made. */
export function vocabularyError(document: string, edit: Edit): string {
  return withCopy((copy) => {
    apply(join(copy, 'openapi'), edit);
    const root = join(copy, 'openapi', document);
    try {
      vocabularyOf(parse(readFileSync(root, 'utf8')), root);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  });
}

/** Makes a copy of the contract for as long as it is used. */
function withCopy<T>(use: (copy: string) => T): T {
  const copy = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    cpSync(join(repository, 'openapi'), join(copy, 'openapi'), { recursive: true });
    cpSync(join(repository, 'redocly.yaml'), join(copy, 'redocly.yaml'));
    symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction');
    return use(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function apply(folder: string, { file, from, to }: Edit): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

function lint(folder: string): Problem[] {
  const commandLine = ['lint', ...roots, '--format=json', '--max-problems=1000'];
  const { status, stdout, stderr } = runRedocly(folder, commandLine);
  const reports = parsed(stdout, stderr);
  if ((status === 0) !== reports.every(({ totals }) => totals.errors === 0))
    throw new Error(`redocly lint ended with ${status}:\n${stderr}`);
  const problems = reports.flatMap((report) => report.problems);
  return problems.map(({ ruleId, severity, message, location: [place] }) => ({
    ruleId,
    severity,
    message,
    file: place?.source.ref.replaceAll('\\', '/').replace(/^(.*\/)?openapi\//, '') ?? '',
    pointer: place?.pointer ?? '',
  }));
}

function runRedocly(folder: string, commandLine: string[], environment: Record<string, string> = {}) {
  const cli = join(repository, 'node_modules/@redocly/cli/bin/cli.js');
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(process.execPath, [cli, ...commandLine], {
    cwd: folder,
    env: { ...process.env, ...quiet, ...environment },
    encoding: 'utf8',
  });
}

interface Report {
  totals: { errors: number };
  problems: (Omit<Problem, 'file' | 'pointer'> & {
    location: { source: { ref: string }; pointer?: string }[];
  })[];
}

/** The reports of all documents, which Redocly prints one after the other. */
function parsed(stdout: string, stderr: string): Report[] {
  try {
    return JSON.parse(`[${stdout.replaceAll(/^\}\{/gm, '},{')}]`);
  } catch {
    throw new Error(`redocly lint printed no report:\n${stdout}\n${stderr}`);
  }
}
