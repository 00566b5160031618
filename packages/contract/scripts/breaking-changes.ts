import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../src/document.ts';

const redocly = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));

/** A change in the report of `redocly diff`. */
interface Change {
  /** Where a caller meets it first: a pointer that ignores references. */
  path: string;
  kind: 'added' | 'removed' | 'modified';
  /** The rules that it breaks. */
  verdicts: { ruleId: string; message: string }[];
  property?: string;
  base?: Side;
  revision?: Side;
}

/** `pointer` is where it is written. */
interface Side {
  pointer: string;
  value?: unknown;
}

/**
 * What the guide "Versioning" excludes within a version and a bundle has changed since it was released. `redocly diff` finds most; it
 * has no rule for the rest, and does not know that responses, unlike events, may have new values.
 */
export function breakingChanges(released: OpenApiDocument, current: OpenApiDocument): string[] {
  const sent = componentsBelow(current.webhooks, current);
  return changesBetween(released, current).flatMap((change) => {
    const isSent = isBelow(change, sent);
    const seen = isSent || !isNewValue(change) ? change.verdicts : [];
    const found = [...seen.map(({ message }) => message), ...unseenBreaks(change, isSent, current)];
    return found.map((message) => `${message} ${change.path}`);
  });
}

/** Whether it adds a value to an enumeration, or a variant to a union: one without a first variant is new. */
function isNewValue({ path, kind, verdicts }: Change): boolean {
  const isVariant = kind === 'added' && /\/oneOf\/[1-9]\d*$/.test(path);
  return isVariant || verdicts.some(({ ruleId }) => ruleId === 'enum-values-added');
}

/** What `redocly diff` has no rule for. */
function unseenBreaks(
  { path, kind, property, base, revision }: Change,
  isSent: boolean,
  document: OpenApiDocument,
): string[] {
  const isError = /\/responses\/[45]\w\w\//.test(path);
  if (kind === 'added' && /\/properties\/[^/]+$/.test(path)) {
    const whole = isSent
      ? 'An event'
      : isError
        ? 'An error'
        : isEnvelope(path, document)
          ? 'A list'
          : undefined;
    return whole === undefined ? [] : [`${whole} has another field.`];
  }
  if (kind !== 'modified' || base?.value === undefined) return [];
  if (property === 'key' && path.startsWith('#/paths/'))
    return [`A parameter of ${base.value} has another name.`];
  if (property === 'default') return [`The default is no longer ${JSON.stringify(base.value)}.`];
  if (property === 'x-scope') return [`The scope is no longer ${base.value}.`];
  if (property !== 'enum' || !isError) return [];
  const left = revision?.value as unknown[] | undefined;
  const lost = (base.value as unknown[]).filter((code) => !left?.includes(code));
  return lost.map((code) => `The error code ${code} was removed.`);
}

/** Whether it is a property of the object in which a list returns its records. */
function isEnvelope(path: string, { paths }: OpenApiDocument): boolean {
  const [, name = ''] =
    /^#\/paths\/([^/]+)\/get\/responses\/200\/content\/application~1json\/schema\/properties\/[^/]+$/.exec(
      path,
    ) ?? [];
  return paths[name.replaceAll('~1', '/')]?.get?.operationId.startsWith('list') === true;
}

function isBelow({ base, revision }: Change, components: Set<string>): boolean {
  const pointers = [base, revision].flatMap((side) => side?.pointer ?? []);
  return pointers.some(
    (pointer) =>
      pointer.startsWith('#/webhooks/') || components.has(pointer.split('/').slice(0, 4).join('/')),
  );
}

/** The components that a part of a document refers to, directly or not. */
function componentsBelow(node: unknown, document: OpenApiDocument, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const part of Object.values(node)) componentsBelow(part, document, found);
  if (!('$ref' in node) || typeof node.$ref !== 'string' || found.has(node.$ref)) return found;
  found.add(node.$ref);
  const [, , group = '', name = ''] = node.$ref.split('/');
  const components: Record<string, Record<string, unknown> | undefined> = document.components;
  return componentsBelow(components[group]?.[name], document, found);
}

/** @throws Error with the output of `redocly diff` if it reports nothing */
function changesBetween(released: OpenApiDocument, current: OpenApiDocument): Change[] {
  // In the repository, Redocly would apply redocly.yaml.
  const folder = mkdtempSync(join(tmpdir(), 'diff-'));
  try {
    writeFileSync(join(folder, 'released.json'), JSON.stringify(released));
    writeFileSync(join(folder, 'current.json'), JSON.stringify(current));
    const options = ['--format=json', '--output=report.json', '--fail-on=none'];
    const { status, stderr } = spawnSync(
      process.execPath,
      [redocly, 'diff', 'released.json', 'current.json', ...options],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`redocly diff failed:\n${stderr}`);
    return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).changes;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
