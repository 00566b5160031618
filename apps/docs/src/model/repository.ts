// What the site shows besides the documents: workflows, glossary, changes. It is read from the repository.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The part of Arazzo that the workflows use. */
export interface Workflow {
  name: string;
  info: { title: string; summary: string; description: string };
  inputs: Record<string, { description?: string }>;
  steps: WorkflowStep[];
}

export interface WorkflowStep {
  stepId: string;
  description?: string;
  operationId: string;
  parameters?: { in: string; name: string; value: unknown }[];
  requestBody?: { payload: unknown };
  successCriteria: { condition: string }[];
  outputs?: Record<string, string>;
}

export function workflows(): Workflow[] {
  return globSync('openapi/workflows/*.arazzo.yaml', { cwd: root })
    .sort()
    .map((file) => {
      const { info, workflows: all } = parse(read(file));
      const [{ inputs, steps }] = all;
      return { name: basename(file, '.arazzo.yaml'), info, inputs: inputs.properties, steps };
    });
}

/** German words and the English ones of the contract. */
export interface Term {
  german: string;
  english: string;
}

export function glossary(): Term[] {
  const rows = [...read('docs/glossary.md').matchAll(/^\| (.+?) \| (.+?) \|/gm)].slice(1);
  return rows.map(([, german = '', english = '']) => ({ german, english }));
}

/** The changes of the contract, as Markdown: first those that no release contains yet. */
export function changelog(): string {
  const pending = globSync('.changeset/*.md', { cwd: root })
    .sort()
    .map(read)
    .filter((text) => /^'@pv-planning\/contract':/m.test(text))
    .map((text) => text.replace(/^---\n.*?\n---\n/s, '').trim());
  const released = read('packages/contract/CHANGELOG.md').replace(/^# .*\n/, '');
  const items = pending.map((text) => `- ${text.replaceAll('\n', '\n  ')}\n`);
  return `${items.length > 0 ? `## Not released yet\n\n${items.join('')}\n` : ''}${released.trim()}\n`;
}
