import { textLimits } from '../check-row.ts';
import type { TextLine } from './record.ts';

/**
 * Joins lines in the order of their numbers. Truncates slightly above the limit of a description, because thousands of articles
 * may share a text.
 */
export function joinedText(lines: readonly TextLine[]): string {
  return lines
    .toSorted((one, other) => one.number - other.number)
    .map(({ text }) => text)
    .join('\n')
    .slice(0, textLimits.description + 1);
}
