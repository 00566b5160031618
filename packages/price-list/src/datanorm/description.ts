import type { TextLine } from './record.ts';

type Part = 'short1' | 'short2' | 'long' | 'dimension';

/** Which texts make the description, and in which order. */
const partsOfCode: Record<string, readonly Part[]> = {
  '00': ['short1', 'short2'],
  '01': ['short1'],
  '10': ['long', 'short2'],
  '20': ['short1', 'dimension'],
  '30': ['long', 'dimension'],
  '40': ['short1', 'short2', 'long'],
  '41': ['short1', 'long'],
  '50': ['short1', 'short2', 'dimension'],
  '51': ['short1', 'dimension'],
  '60': ['short1', 'short2', 'long', 'dimension'],
  '61': ['short1', 'long', 'dimension'],
};

/** DATANORM 5 has no code: what there is belongs to the article. */
const everything: readonly Part[] = ['short1', 'short2', 'long', 'dimension'];
const shortOnly: readonly Part[] = ['short1', 'short2'];

export interface ArticleTexts {
  short1: string;
  short2: string;
  long: readonly TextLine[];
  dimension: readonly TextLine[];
}

function inOrder(lines: readonly TextLine[]): string[] {
  return [...lines].sort((one, other) => one.number - other.number).map(({ text }) => text);
}

/** Lines of the description, or undefined when it would hold nothing but the short texts, which are the name. */
export function descriptionOf(texts: ArticleTexts, code: string | null): string | undefined {
  const parts = code === null ? everything : (partsOfCode[code] ?? shortOnly);
  const beyondName = parts.some(
    (part) => (part === 'long' || part === 'dimension') && texts[part].length > 0,
  );
  if (!beyondName) return undefined;
  const lines = parts.flatMap((part) =>
    part === 'long' || part === 'dimension' ? inOrder(texts[part]) : texts[part] === '' ? [] : [texts[part]],
  );
  return lines.join('\n');
}
