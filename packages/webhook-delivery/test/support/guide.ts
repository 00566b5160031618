import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../../../openapi/guides/webhooks.md', import.meta.url), 'utf8');

/** Returns the only code block of the guide in a language. */
export function guideSample(language: string): string {
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
  const [, , code] = blocks[0] ?? [];
  if (code === undefined || blocks.length > 1) {
    throw new Error(`The guide has ${blocks.length} code blocks in ${language}.`);
  }
  return code;
}

/** Text of the guide without code blocks, tables and line breaks. */
export const guideProse = text
  .replaceAll(/^```.*?^```$/gms, '')
  .replaceAll(/^\|.*$/gm, '')
  .replaceAll(/\s+/g, ' ');

/** Returns the other cells of the table row that begins with `name`. */
export function guideRow(name: string): string[] {
  const row = new RegExp(`^\\| ${name} \\|(.*)\\|$`, 'm').exec(text)?.[1] ?? '';
  return row.split('|').map((cell) => cell.trim());
}
