import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../../../openapi/guides/webhooks.md', import.meta.url), 'utf8');

/** The code of the one block of the guide that is written in a language. */
export function guideSample(language: string): string {
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language);
  const [, , code] = blocks[0] ?? [];
  if (code === undefined || blocks.length > 1) {
    throw new Error(`The guide has ${blocks.length} blocks of ${language}.`);
  }
  return code;
}

/** What the guide says, without blocks of code and without line breaks. */
export const guideProse = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/\s+/g, ' ');

/** The cells of the rows that begin with a name, without that name. */
export function guideRow(name: string): string[] {
  const row = new RegExp(`^\\| ${name} \\|(.*)\\|$`, 'm').exec(text)?.[1] ?? '';
  return row.split('|').map((cell) => cell.trim());
}
